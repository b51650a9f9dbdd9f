public import ParlandoCore
import ParlandoServices

/// Turns the user's actions into preferences and commands.
extension PreferencesPresenter: PreferencesViewDelegate {
    public func preferencesView(_ view: any PreferencesView, didChooseModel name: String) {
        change { $0.model = name }
        Task { [models] in await models.choose(name) }
    }

    public func preferencesView(_ view: any PreferencesView, didDownloadModel name: String) {
        // The row warns that the connection may be metered. Pressing Download again accepts that.
        let agrees = entries.contains { $0.model.name == name && $0.state.isStoppedByCost }
        Task { [models] in await models.download(name, allowMetered: agrees) }
    }

    public func preferencesView(_ view: any PreferencesView, didCancelModel name: String) {
        Task { [models] in await models.cancelDownload(name) }
    }

    public func preferencesView(_ view: any PreferencesView, didRemoveModel name: String) {
        run { [models] () async throws(ModelError) in
            try await models.remove(name)
            view.offerUndo(ModelWording.removed(name), ofRemoving: name)
        }
    }

    public func preferencesView(_ view: any PreferencesView, didUndoRemovalOf model: String) {
        run { [models] () async throws(ModelError) in try await models.restore(model) }
    }

    public func preferencesView(_ view: any PreferencesView, didDismissUndoFor model: String) {
        run { [models] () async throws(ModelError) in try await models.forgetRemoved(model) }
    }

    public func preferencesView(_ view: any PreferencesView, didImportModel name: String, from path: String) {
        Task { [models] in await models.importModel(name, from: path) }
    }

    public func preferencesView(_ view: any PreferencesView, didChange change: PreferenceChange) {
        let old = preferences
        if let address = change.value(of: \.mirror) {
            changeMirror(to: address)
        } else {
            self.change { $0.apply(change) }
        }
        if Preferences.effects(from: old, to: preferences).contains(.restart) {
            view.showToast(tr("Restart Parlando to change the language"))
        }
    }

    public func preferencesView(_ view: any PreferencesView, didReset page: PreferencesPage) {
        reset(page)
        view.showToast(tr("Preferences reset"), undoing: page)
    }

    public func preferencesView(_ view: any PreferencesView, didUndoResetOf page: PreferencesPage) {
        undoReset(of: page)
    }

    /// Runs a command that removes or restores a model. If the command throws an error, shows a message about it.
    private func run(_ command: @escaping @MainActor () async throws(ModelError) -> Void) {
        Task { [weak self] in
            do throws(ModelError) {
                try await command()
            } catch {
                self?.view?.showToast(ModelWording.removalProblem(error))
            }
        }
    }
}

extension ModelState {
    fileprivate var isStoppedByCost: Bool {
        if case .failed(.store(let error)) = self {
            return error.kind == .metered
        }
        return false
    }
}
