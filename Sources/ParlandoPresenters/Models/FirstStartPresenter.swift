public import ParlandoCore
public import ParlandoServices

/// Guides the user to the first dictation if no speech model is installed: the user chooses a microphone and a model,
/// and reads what stays on this computer. The page is shown if there is no speech model when the program starts and
/// speech is to be recognised on this computer. It closes when there is a model, or when the user skips it.
@MainActor public final class FirstStartPresenter: PreferenceReader {
    private weak var view: (any FirstStartView)?
    private let models: any ModelKeeping
    private let downloads: ModelDownloads
    private let check: any MicrophoneChecking
    private let devices: any DeviceDirectory
    private let chosen: ChosenPreferences
    private var screen = FirstStartScreen()
    private var state = FirstStartViewState()
    /// Whether the decision to show or skip the page has been made. The decision is made when the list of models first
    /// arrives.
    private var isDecided = false
    private var isVisible = false
    private var listing: Task<Void, Never>?

    public init(
        view: any FirstStartView, models: any ModelKeeping, downloads: ModelDownloads, check: any MicrophoneChecking,
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

    /// Starts to receive events. Call this method once, after the presenter of the dictation page has been activated.
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
            screen.offers = downloads.advisor.offers(entries.map(\.model))
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
        let plugs = devices.changes()
        listing = Task { [weak self, devices] in
            var microphones = await devices.microphones()
            self?.update { $0.microphones = microphones }
            for await _ in plugs {
                microphones = await devices.microphones()
                self?.update { $0.microphones = microphones }
            }
        }
    }

    /// Closes the page once there is a speech model. Starts dictation if the user began the model's download on this
    /// page, and the page is visible in the window that has the keyboard focus.
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

    /// Opens the microphone for the level display if the page is visible, and closes the microphone otherwise.
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

/// The user's actions.
extension FirstStartPresenter {
    /// Sets whether the page is visible. The microphone is open only while it is.
    public func setVisible(_ isVisible: Bool) {
        guard self.isVisible != isVisible else {
            return
        }
        self.isVisible = isVisible
        listen()
    }

    /// Listens to another microphone, and stores the choice.
    public func chooseMicrophone(_ id: String) {
        adopt(chosen.change { $0.microphone = id })
    }

    /// Chooses the model that is to be downloaded.
    public func chooseModel(_ name: String) {
        guard screen.state.canChoose else {
            return
        }
        update { $0.choice = name }
    }

    /// Downloads the chosen model. Dictation starts once it is there, if the user is still on this page.
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

    /// Cancels the download.
    public func cancel() {
        guard let name = screen.awaited else {
            return
        }
        update { $0.awaited = nil }
        Task { [models] in await models.cancelDownload(name) }
    }

    /// Closes the page without a model.
    public func skip() {
        leave()
    }

    /// Shows all speech models, in the preferences.
    public func showAllModels() {
        view?.openPreferences(.models)
    }
}

extension FirstStartPresenter: ModelServiceDelegate {
    public func modelService(_ service: any ModelKeeping, didChange entries: [ModelEntry]) {
        adopt(entries)
    }
}

extension FirstStartPresenter: MicrophoneCheckDelegate {
    public func microphoneCheck(_ check: any MicrophoneChecking, didReport event: MicrophoneCheckEvent) {
        if screen.isShown {
            update { $0.hear(event) }
        }
    }
}
