import Foundation
public import ParlandoCore
public import ParlandoServices

/// Turns the user's actions into commands for captions, and their events into the state of their window. Captions end
/// with their window; then the dictation page gets the text.
@MainActor public final class CaptionPresenter: PreferenceReader {
    public weak var page: DictationPresenter?
    /// Says on every page what is heard.
    public weak var mark: MicrophonePresenter? { didSet { mark?.captioning = self } }
    /// Says it to other programs.
    public weak var control: ControlPresenter?
    private weak var view: (any CaptionView)?
    private let captions: CaptionService
    private let models: ModelService
    private let downloads: ModelDownloads
    private let chosen: ChosenPreferences
    private let devices: any DeviceDirectory
    private let calendar: any WallClock
    private var screen = CaptionScreen()
    private var state = CaptionViewState()
    private var (isPreparing, waitsForModel) = (false, false)
    /// The latest command. The next one waits for it.
    private var sending: Task<Void, Never>?
    private var resting: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - devices: when they change, what could not be opened is tried again.
    ///   - calendar: dates the consent to a service.
    public init(
        view: any CaptionView, captions: CaptionService, models: ModelService, downloads: ModelDownloads,
        store: any PreferenceStore, devices: any DeviceDirectory, calendar: any WallClock
    ) {
        self.view = view
        self.captions = captions
        self.models = models
        self.downloads = downloads
        chosen = ChosenPreferences(in: store)
        self.devices = devices
        self.calendar = calendar
    }

    /// Call once.
    public func activate() {
        captions.delegate = self
        models.add(self)
        chosen.watch(for: self)
        adopt(chosen.current)
        _ = devices.watch { [weak self] in
            if let self, screen.isOpen, screen.failures.values.contains(where: \.isOfDevice) {
                press(.retry)
            }
        }
    }

    private func update(_ change: (inout CaptionScreen) -> Void) {
        let heard = screen.heard
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
        if screen.heard != heard {
            mark?.captions = screen.heard
            page?.update { $0.captions = screen.heard }
            control?.captions = screen.heard
        }
        if screen.isAtRest {
            resting.forEach { $0.resume() }
            resting = []
        }
    }

    func adopt(_ preferences: Preferences) {
        choose { $0.adopt(preferences) }
    }

    /// Changes what is wanted, and tells captions that run.
    private func choose(_ change: (inout CaptionScreen) -> Void) {
        let before = screen
        update(change)
        guard !screen.isAtRest else {
            return
        }
        if screen.source != before.source || screen.isOpen && !before.isOpen {
            stop(restarts: true)
        } else if screen.target != before.target {
            translate()
        } else if screen.preferences.translator != before.preferences.translator {
            tellTarget()
        }
        if screen.preferences.microphone != before.preferences.microphone {
            send { [id = screen.preferences.microphoneID] in await $0.change(microphone: id) }
        }
    }

    private func stop(restarts: Bool = false) {
        update { $0.isRestarting = restarts }
        send { [atOnce = screen.isLoading && !waitsForModel] in await $0.stop(atOnce: atOnce) }
    }

    private func send(_ command: @escaping @Sendable (CaptionService) async -> Void) {
        sending = Task { [sending, captions] in
            await sending?.value
            await command(captions)
        }
    }

    // MARK: Beginning

    private func begin() {
        guard screen.isOpen, screen.isAtRest, !isPreparing else {
            return
        }
        isPreparing = true
        update { $0.forgetFailures() }
        update { $0.sentences = [] }
        Task {
            await prepare()
            isPreparing = false
        }
    }

    /// Asks what has to be asked. Then captions begin if they can.
    private func prepare() async {
        if !chosen.current.captions.hasAgreed {
            guard await ask(CaptionWording.firstUse) else {
                view?.close()
                return
            }
            _ = chosen.change { $0.captions.hasAgreed = true }
        }
        adopt(chosen.current)
        await agreeToTranslation()
        adopt(chosen.current)
        switch screen.readiness {
        case .refused(let reason): update { $0.failure = Message(reason, .editServer) }
        case .unknown: break  // until the models are reported
        case .asleep, .ready: start(with: screen.model?.model)
        case .absent:
            if let model = await downloads.obtain(among: screen.entries ?? [], asking: { await self.ask($0) }) {
                start(with: model)
            } else {
                update { $0.failure = RecognitionError(.modelMissing).message }
            }
        }
    }

    private func ask(_ question: PageQuestion) async -> Bool {
        await view?.ask(question) ?? false
    }

    private func start(with model: SpeechModel?) {
        guard screen.isOpen else {
            return
        }
        let (preferences, readiness) = (screen.preferences, screen.readiness)
        let speech = DictationOptions(preferences, .plain, model: model, engine: readiness.engine)
        var options = CaptionOptions(source: screen.source)
        (options.microphone, options.recognition) = (speech.microphone, speech.recognition)
        options.target = screen.target.isEmpty ? nil : screen.target
        (options.labels, options.title) = (CaptionWording.labels, tr("Captions"))
        update { $0.isBeginning = true }
        send { [models, options] captions in
            if readiness == .asleep {
                await models.wake()
            }
            await captions.start(options)
        }
    }

    /// Text goes to a service only after the user has agreed to that for captions, whatever the translator may send.
    /// Otherwise there are captions without translations.
    private func agreeToTranslation() async {
        var translator = chosen.current.translator
        // Nothing is spoken.
        translator.voiceService = .local
        let service = translator.service
        let captions = TranslationServiceKind.captions + service.rawValue
        guard !screen.target.isEmpty, !service.descriptor.isLocal, !translator.agreedServices.contains(captions) else {
            return
        }
        let engine = screen.preferences.servers.engine()
        if await ask(TranslatorWording.consent(translator, engine: engine, includesCaptions: true)) {
            // Another one may have been chosen while the question was open.
            guard chosen.current.translator.translators == translator.translators else {
                return await agreeToTranslation()
            }
            let today = HistoryWording.date(calendar.now)
            _ = chosen.change { $0.translator.agree(to: service.rawValue, captions, on: today) }
        } else {
            update { $0.choice.target = CaptionChoice.noLanguage }
        }
    }

    private func translate() {
        Task {
            await agreeToTranslation()
            tellTarget()
        }
    }

    /// What went wrong with another language or service is not true any more.
    private func tellTarget() {
        update { $0.untranslated = nil }
        send { [target = screen.target] in await $0.translate(into: target.isEmpty ? nil : target) }
    }
}

extension CaptionPresenter: CaptionServiceDelegate {
    public func captionService(_ service: CaptionService, didReport event: CaptionEvent) {
        update { $0.apply(event) }
        if case .text(let transcript, let session) = event {
            page?.adopt(transcript, of: session)
        }
        if event == .phase(.idle), screen.isRestarting {
            update { $0.isRestarting = false }
            begin()
        }
    }
}

extension CaptionPresenter: HistoryServiceDelegate {
    public func historyService(_ service: HistoryService, didReport event: HistoryEvent) {
        if case .captions(let areKept) = event {
            update { $0.isKept = areKept }
        }
    }
}

extension CaptionPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        let wasKnown = screen.entries != nil
        update { $0.entries = entries }
        if !wasKnown {
            begin()
        }
    }
}

extension CaptionPresenter {
    /// Shows captions, and begins them unless they run already with this choice. Returns what is wrong with it.
    @discardableResult public func start(_ choice: CaptionChoice = .plain) -> String? {
        if let problem = choice.problem {
            return problem
        }
        choose { screen in
            screen.choice = screen.isOpen && choice == .plain ? screen.choice : choice
            screen.isOpen = true
        }
        view?.show()
        begin()
        return nil
    }

    /// Shows captions, or ends them.
    public func toggle() {
        if screen.isOpen {
            view?.close()
        } else {
            start()
        }
    }

    /// Captions end with their window.
    public func windowDidClose() {
        update { $0.isOpen = false }
        update { $0.forgetFailures() }
        stop()
    }

    /// Ends captions, and returns once their text is on its way to the page.
    public func finish() async {
        waitsForModel = true
        view?.close()
        waitsForModel = false
        await rest()
    }

    /// Ends captions at once, and returns when the words so far are kept, where they are to be.
    public func leave() async {
        send { await $0.stop(atOnce: true) }
        view?.close()
        await rest()
        await page?.adoptCaptions()
    }

    private func rest() async {
        if !screen.isAtRest {
            await withCheckedContinuation { resting.append($0) }
        }
    }

    public func apply(_ change: PreferenceChange) {
        let preferences = chosen.change { $0.apply(change) }
        choose { screen in
            screen.adopt(preferences)
            // Also if it is what the preferences said already.
            screen.choice.source = change.value(of: \.captions.source) == nil ? screen.choice.source : nil
            screen.choice.target = change.value(of: \.captions.target) == nil ? screen.choice.target : nil
        }
    }

    /// - Parameter steps: 0 for the usual size.
    public func resize(by steps: Int) {
        let size = steps == 0 ? CaptionPreferences().textSize : screen.preferences.captions.textSize + 20 * steps
        apply(PreferenceChange(\.captions.textSize, size))
    }

    func microphoneWasReleased(by user: MicrophoneUser) {
        update { $0.release(by: user) }
        page?.update { $0.panel.failure = $0.panel.failure == user.message ? nil : $0.panel.failure }
    }

    /// Does what the button of the banner offers.
    public func press(_ action: PageAction.Kind) {
        switch action {
        case .retry where !screen.isAtRest:
            update { $0.forgetFailures() }
            send { await $0.resume() }
        case .retry, .downloadModel, .downloadMetered: begin()
        case .askConsent: translate()
        case .chooseMicrophone: view?.openPreferences(.microphone)
        case .openPreferences, .chooseSpeechModel: view?.openPreferences(.models)
        case .editServer: view?.openPreferences(.servers)
        default: view?.openPreferences(.translator)
        }
    }
}
