public import ParlandoCore
public import ParlandoServices

/// Shows and changes the preferences and the speech models.
@MainActor public final class PreferencesPresenter: PreferenceReader {
    private weak var view: (any PreferencesView)?
    private let models: ModelService
    private let downloads: ModelDownloads
    private let devices: any DeviceDirectory
    private let chosen: ChosenPreferences
    private var screen: PreferencesScreen
    /// Before the latest reset of each page.
    private var beforeReset: [PreferencesPage: Preferences] = [:]
    private var state: PreferencesViewState?
    private var listening: Task<Void, Never>?

    /// - Parameter interfaceLanguages: codes, including `en`.
    public init(
        view: any PreferencesView, models: ModelService, downloads: ModelDownloads, devices: any DeviceDirectory,
        store: any PreferenceStore, interfaceLanguages: [String]
    ) {
        self.view = view
        self.models = models
        self.downloads = downloads
        self.devices = devices
        chosen = ChosenPreferences(in: store)
        screen = PreferencesScreen(interfaceLanguages: interfaceLanguages, preferences: chosen.current)
    }

    deinit {
        listening?.cancel()
    }

    /// Call once.
    public func activate() {
        models.add(self)
        update { _ in }
        chosen.watch(for: self)
        listening = devices.watch { [weak self] in await self?.listDevices() }
    }

    private func listDevices() async {
        let (microphones, loudspeakers) = (await devices.microphones(), await devices.loudspeakers())
        update { screen in
            screen.microphones = microphones
            screen.loudspeakers = loudspeakers
        }
    }

    func adopt(_ preferences: Preferences) {
        update { $0.preferences = preferences }
    }

    private func update(_ change: (inout PreferencesScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    private func change(_ change: (inout Preferences) -> Void) {
        adopt(chosen.change(change))
    }
}

extension PreferencesPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        update { screen in
            screen.models = entries
            screen.offers = downloads.offers(entries.map(\.model))
        }
    }
}

// MARK: Preferences

extension PreferencesPresenter {
    /// Asks first if the change deletes something from the history.
    public func apply(_ change: PreferenceChange) {
        guard let question = HistoryWording.question(before: change, screen.preferences.history) else {
            return store(change)
        }
        Task {
            if await view?.ask(question) ?? false {
                store(change)
            } else {
                // The view shows a choice that was not stored.
                view?.render(screen.state)
            }
        }
    }

    private func store(_ change: PreferenceChange) {
        let old = screen.preferences
        if let address = change.value(of: \.mirror) {
            changeMirror(to: address)
        } else {
            self.change { $0.apply(change) }
        }
        if Preferences.effects(from: old, to: screen.preferences).contains(.restart) {
            view?.showToast(tr("Restart Parlando to change the language"))
        }
    }

    /// An invalid address is not stored; it stays in the field with a message.
    private func changeMirror(to address: String) {
        let address = address.split(whereSeparator: \.isWhitespace).joined()
        let isRefused = SecureAddress.problem(in: address) != nil
        screen.refusedMirror = isRefused ? address : nil
        change { preferences in
            if !isRefused {
                preferences.mirror = address
            }
        }
    }

    public func reset(_ page: PreferencesPage) {
        beforeReset[page] = screen.preferences
        if page == .models {
            screen.refusedMirror = nil
        }
        change { $0.take(page, from: Preferences()) }
        view?.showToast(tr("Preferences reset"), undoing: page)
    }

    public func undoReset(of page: PreferencesPage) {
        if let old = beforeReset.removeValue(forKey: page) {
            change { $0.take(page, from: old) }
        }
    }
}

// MARK: Speech models

extension PreferencesPresenter {
    /// For `importFile`, call `importModel` with the chosen file.
    public func press(_ press: ModelPress, of name: String) {
        let entry = screen.models.first { $0.model.name == name }
        switch press {
        case .choose:
            if let entry, entry.isMissing {
                return offer(entry)
            }
            change { $0.model = name }
            Task { [models] in await models.choose(name) }
        case .download:
            // The row warns that the connection may be metered. Pressing Download again accepts that.
            let agrees = entry?.state.isStoppedByCost == true
            Task { [models] in await models.download(name, allowMetered: agrees) }
        case .cancel:
            Task { [models] in await models.cancelDownload(name) }
        case .remove:
            run { [models, weak view] () async throws(ModelError) in
                try await models.remove(name)
                view?.offerUndo(entry.map { ModelWording.removed($0.model) } ?? name, ofRemoving: name)
            }
        case .importFile, .listen:
            break
        }
    }

    private func offer(_ entry: ModelEntry) {
        Task { [weak self, downloads] in
            let hasBegun = await downloads.offer(entry) { await self?.view?.ask($0) ?? false }
            if let self, !hasBegun {
                // The view shows a choice that was not stored.
                view?.render(screen.state)
            }
        }
    }

    public func restoreModel(_ model: String) {
        run { [models] () async throws(ModelError) in try await models.restore(model) }
    }

    /// The offer to undo has disappeared.
    public func forgetRemovedModel(_ model: String) {
        run { [models] () async throws(ModelError) in try await models.forgetRemoved(model) }
    }

    public func importModel(_ name: String, from path: String) {
        Task { [models] in await models.importModel(name, from: path) }
    }

    /// Shows a message if the command fails.
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
    /// The connection is metered, and the user has not agreed to use it.
    var isStoppedByCost: Bool {
        if case .failed(.store(let error)) = self {
            return error.kind == .metered
        }
        return false
    }
}
