public import ParlandoCore
public import ParlandoServices

/// Guides the user to the first dictation if there is no speech model: a microphone, a model, and what stays on this
/// computer. Shown if speech is to be recognised here, until there is a model or the user skips it.
@MainActor public final class FirstStartPresenter: PreferenceReader {
    private weak var view: (any FirstStartView)?
    private let models: ModelService
    private let downloads: ModelDownloads
    private let check: MicrophoneCheck
    private let devices: any DeviceDirectory
    private let chosen: ChosenPreferences
    private var screen = FirstStartScreen()
    private var state = FirstStartViewState()
    /// Whether to show the page is decided when the list of models first arrives.
    private var isDecided = false
    private var isVisible = false
    private var listing: Task<Void, Never>?

    public init(
        view: any FirstStartView, models: ModelService, downloads: ModelDownloads, check: MicrophoneCheck,
        devices: any DeviceDirectory, store: any PreferenceStore
    ) {
        self.view = view
        self.models = models
        self.downloads = downloads
        self.check = check
        self.devices = devices
        chosen = ChosenPreferences(in: store)
    }

    deinit {
        listing?.cancel()
    }

    /// Call once, after the dictation page's presenter was activated.
    public func activate() {
        check.delegate = self
        screen.preferences = chosen.current
        models.add(self)
        chosen.watch(for: self)
    }

    func adopt(_ preferences: Preferences) {
        let old = screen.preferences
        update { $0.preferences = preferences }
        if old.microphone != preferences.microphone {
            listen()
        }
    }

    private func update(_ change: (inout FirstStartScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    // MARK: Showing and hiding the page

    private func adopt(_ entries: [ModelEntry]) {
        update { screen in
            screen.entries = entries
            screen.offers = downloads.offers(entries.map(\.model))
        }
        if !isDecided {
            isDecided = true
            if !entries.isEmpty, !screen.hasModel, screen.preferences.servers.engine()?.server == nil {
                show()
            }
        } else if screen.isShown, screen.awaited == nil ? screen.hasModel : screen.hasAwaitedModel {
            finish()
        }
    }

    private func show() {
        update { $0.isShown = true }
        listing = devices.watch { [weak self, devices] in
            let found = await devices.microphones()
            self?.update { $0.microphones = found }
        }
    }

    /// Starts dictation if the user began the download here, and the page is visible in the window with the focus.
    private func finish() {
        let isExpected = screen.awaited != nil && isVisible && view?.isInFront == true
        let wasAwaited = screen.awaited != nil
        leave()
        if isExpected {
            view?.startDictation()
        } else if wasAwaited {
            view?.showToast(tr("The speech model is ready. Press Start and speak."))
        }
    }

    private func leave() {
        update { screen in
            screen.isShown = false
            screen.awaited = nil
        }
        listing?.cancel()
        listing = nil
        listen()
    }

    private func listen() {
        let wanted = screen.isShown && isVisible
        let device = screen.preferences.microphoneID
        Task { [check] in
            if wanted {
                await check.listen(to: device)
            } else {
                await check.end()
            }
        }
    }
}

extension FirstStartPresenter {
    /// The microphone is open only while the page is visible.
    public func setVisible(_ isVisible: Bool) {
        guard self.isVisible != isVisible else {
            return
        }
        self.isVisible = isVisible
        listen()
    }

    public func chooseMicrophone(_ id: String) {
        adopt(chosen.change { $0.microphone = id })
    }

    public func chooseModel(_ name: String) {
        guard screen.state.offers.contains(where: { $0.id == name && $0.canChoose }) else {
            return
        }
        update { $0.choice = name }
    }

    /// Dictation starts once the model is there, if the user is still on this page.
    public func begin() {
        guard screen.state.canBegin, let model = screen.model else {
            return
        }
        update { screen in
            screen.isBeginning = true
            screen.choice = model.name
            screen.awaited = model.name
        }
        Task { [weak self, downloads] in
            let hasBegun = await downloads.obtain(model) { await self?.view?.ask($0) ?? false }
            self?.update { screen in
                screen.isBeginning = false
                screen.awaited = hasBegun ? screen.awaited : nil
            }
        }
    }

    public func press(_ action: PageAction.Kind) {
        if action == .importModel {
            view?.chooseModelFile()
        } else {
            begin()
        }
    }

    /// Dictation starts as after a download.
    public func importModel(from path: String) {
        guard screen.state.canBegin, let model = screen.model else {
            return
        }
        update { screen in
            screen.choice = model.name
            screen.awaited = model.name
        }
        Task { [downloads] in await downloads.importModel(model, from: path) }
    }

    public func cancel() {
        guard let name = screen.awaited else {
            return
        }
        update { $0.awaited = nil }
        Task { [models] in await models.cancelDownload(name) }
    }

    public func skip() {
        leave()
    }

    public func showAllModels() {
        view?.openPreferences(.models)
    }
}

extension FirstStartPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        adopt(entries)
    }
}

extension FirstStartPresenter: MicrophoneCheckDelegate {
    public func microphoneCheck(_ check: MicrophoneCheck, didReport event: MicrophoneCheckEvent) {
        if screen.isShown {
            update { $0.hear(event) }
        }
    }
}
