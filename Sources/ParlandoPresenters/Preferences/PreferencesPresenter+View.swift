public import ParlandoCore
import ParlandoServices

/// Turns the user's actions into preferences and commands.
extension PreferencesPresenter {
    /// Chooses the model that recognises speech.
    public func chooseModel(_ name: String) {
        change { $0.model = name }
        Task { [models] in await models.choose(name) }
    }

    /// Downloads a model.
    public func downloadModel(_ name: String) {
        // The row warns that the connection may be metered. Pressing Download again accepts that.
        let agrees = entries.contains { $0.model.name == name && $0.state.isStoppedByCost }
        Task { [models] in await models.download(name, allowMetered: agrees) }
    }

    /// Cancels the download of a model.
    public func cancelModel(_ name: String) {
        Task { [models] in await models.cancelDownload(name) }
    }

    /// Removes the files of a model.
    public func removeModel(_ name: String) {
        run { [models, weak view] () async throws(ModelError) in
            try await models.remove(name)
            view?.offerUndo(ModelWording.removed(name), ofRemoving: name)
        }
    }

    /// Brings a model back that was just removed.
    public func restoreModel(_ model: String) {
        run { [models] () async throws(ModelError) in try await models.restore(model) }
    }

    /// Makes the removal of a model final. Call when the offer to undo it has disappeared.
    public func forgetRemovedModel(_ model: String) {
        run { [models] () async throws(ModelError) in try await models.forgetRemoved(model) }
    }

    /// Imports a model from a file.
    public func importModel(_ name: String, from path: String) {
        Task { [models] in await models.importModel(name, from: path) }
    }

    /// Stores the user's change of a preference.
    public func apply(_ change: PreferenceChange) {
        let old = preferences
        if let address = change.value(of: \.mirror) {
            changeMirror(to: address)
        } else {
            self.change { $0.apply(change) }
        }
        if Preferences.effects(from: old, to: preferences).contains(.restart) {
            view?.showToast(tr("Restart Parlando to change the language"))
        }
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
