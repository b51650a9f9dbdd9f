public import ParlandoCore
public import ParlandoServices

/// Turns the user's actions into commands, and events into the state of the translator page.
@MainActor public final class TranslatorPresenter: PreferenceReader {
    weak var view: (any TranslatorView)?
    let translator: any Translating
    private let models: any ModelKeeping
    private(set) var screen = TranslatorScreen()
    let saver: any TextSaver
    private let keys: TranslatorKeys
    private let chosen: ChosenPreferences
    private var state = TranslatorViewState()
    private var microphone = ""
    private var silenceStop = 0
    private var isAsking = false
    /// Whether the page has been shown.
    private var wasSeen = false
    /// Voice services that the user has refused since the program started. The user is not asked about them again.
    private var declined: Set<VoiceServiceKind> = []
    private var listensWhenIdle = false
    private let clock: any Clock<Duration>
    private let calendar: any WallClock
    /// Task that counts down the seconds until the next attempt.
    private var countdown: Task<Void, Never>?

    /// - Parameters:
    ///   - keys: the keys of the services, which the presenter only reads.
    ///   - calendar: provides the date of a consent.
    ///   - clock: times the countdown.
    public init(
        view: any TranslatorView, translator: any Translating, models: any ModelKeeping, store: any PreferenceStore,
        saver: any TextSaver, keys: TranslatorKeys, calendar: any WallClock,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.view = view
        self.translator = translator
        self.models = models
        chosen = ChosenPreferences(in: store)
        self.saver = saver
        self.keys = keys
        self.calendar = calendar
        self.clock = clock
    }

    /// The current date, which is stored with a consent.
    var today: String {
        HistoryWording.date(calendar.now)
    }

    deinit {
        countdown?.cancel()
    }

    /// Renders the first state and starts to receive events. Call once.
    public func activate() {
        view?.delegate = self
        translator.delegate = self
        adopt(chosen.current)
        state = screen.state
        view?.render(state)
        models.add(self)
        chosen.watch(for: self)
    }

    /// Shows an exchange from the history, which can then be read, spoken or translated again.
    public func show(_ exchange: Exchange) {
        if screen.stage != .idle {
            Task { [translator] in await translator.cancelAll() }
        }
        choose { choices in
            choices.source = exchange.sourceLanguage.flatMap { SpeechLanguage.translated(tag: $0)?.code } ?? ""
            choices.target = exchange.targetLanguage
        }
        update { $0.show(exchange) }
    }

    /// Changes the screen and renders it. Each event makes one new state, which is rendered once.
    func update(_ change: (inout TranslatorScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Changes the preferences, stores them and shows them.
    func choose(_ change: (inout TranslatorPreferences) -> Void) {
        let preferences = chosen.change { change(&$0.translator) }
        update { $0.preferences = preferences.translator }
    }

    func adopt(_ preferences: Preferences) {
        microphone = preferences.microphone
        silenceStop = preferences.silenceStop
        update { screen in
            screen.hasKey = screen.preferences.service == preferences.translator.service ? screen.hasKey : nil
            screen.preferences = preferences.translator
            screen.engine = preferences.servers.engine()
        }
        if screen.hasKey == nil, wasSeen {
            lookUpKey()
        }
    }

    /// Finds out whether there is a key for the chosen service. Not done before the page is seen, because the keyring
    /// may ask for a password.
    func lookUpKey() {
        wasSeen = true
        Task { [weak self] in _ = await self?.hasKey() }
    }

    /// Finds out between which languages the services translate that do not know all pairs. A package may have been
    /// installed since the last time.
    func lookUpPairs() {
        for service in TranslationServiceKind.allCases where service.descriptor.hasPairs {
            var preferences = screen.preferences
            preferences.service = service
            Task { [weak self, translator, preferences] in
                let pairs = await translator.pairs(preferences)
                self?.update { $0.pairs[service] = pairs }
            }
        }
    }

    /// Returns whether the chosen service has the key that it needs, and updates the page. Returns true without reading
    /// the keyring if the service needs no key or if the user has agreed to it. If the keyring cannot be read, it
    /// counts as containing the key, because the service will report the problem.
    private func hasKey() async -> Bool {
        let choices = screen.preferences
        let descriptor = choices.service.descriptor
        guard descriptor.keyNeed == .required, !choices.agreedServices.contains(choices.service.rawValue) else {
            return true
        }
        let standing = await keys.standing(of: descriptor.keyName, choices.address)
        let hasKey = standing.isThere || standing.isUnreadable
        if screen.preferences.service == choices.service {
            update { $0.hasKey = hasKey }
        }
        return hasKey
    }

    // MARK: Commands

    /// Opens the microphone. A translation under way goes on; any other stage is cancelled.
    func listen() {
        whenAgreed(typed: false) { presenter in
            guard presenter.canRecognise() else {
                return
            }
            let stage = presenter.screen.stage
            let isBusy = stage == .listening || stage == .transcribing
            presenter.update { $0.begin(typed: false) }
            // The stage under way has to end first.
            presenter.listensWhenIdle = isBusy
            let options = presenter.options()
            Task { [translator = presenter.translator] in
                if isBusy {
                    await translator.cancel()
                } else {
                    await translator.listen(options)
                }
            }
        }
    }

    /// Reads the preferences again and returns whether there is an engine that recognises speech. If the chosen server
    /// is no longer in the list, shows a message; no other engine is used instead.
    func canRecognise() -> Bool {
        adopt(chosen.current)
        if screen.engine == nil {
            view?.showToast(ModelReadiness.serverGone)
        }
        return screen.engine != nil
    }

    /// Shows a notice. If it announces a wait, counts down the seconds.
    func tell(_ notice: TranslatorNotice) {
        if case .conversationEnded = notice {
            view?.showToast(notice.message.text)
            return
        }
        countdown?.cancel()
        update { $0.notice = notice }
        guard case .waiting(var left, let error) = notice else {
            return
        }
        let second = Duration.seconds(1)
        countdown = Task { [weak self, clock] in
            while left > second {
                guard (try? await clock.sleep(for: second)) != nil, let self else {
                    return
                }
                left -= second
                // Another notice may have replaced this one, or the wait may be over.
                guard case .waiting = screen.notice, !Task.isCancelled else {
                    return
                }
                update { $0.notice = .waiting(left, after: error) }
            }
        }
    }

    /// Opens the microphone if the user asked for it while another stage was under way.
    func listenIfAskedFor() {
        guard listensWhenIdle else {
            return
        }
        listensWhenIdle = false
        update { $0.isWaiting = true }
        let options = options()
        Task { [translator] in await translator.listen(options) }
    }

    /// Translates the text on the page. It waits for its turn if another translation is under way.
    func translate() {
        let text = screen.source
        do throws(TranslationError) {
            try Phrase(text).check()
        } catch {
            return update { $0.fail(.translation(error), in: .translating, of: nil) }
        }
        whenAgreed(typed: true) { presenter in
            presenter.update { $0.begin(typed: true) }
            let options = presenter.options()
            Task { [translator = presenter.translator] in await translator.translate(Private(text), options) }
        }
    }

    /// Asks the service to translate an earlier exchange again.
    func translateAnew() {
        guard let exchange = screen.exchangeToDoAnew else {
            return
        }
        whenAgreed(typed: screen.isTyped) { presenter in
            presenter.update { $0.beginAnew() }
            let options = presenter.options()
            Task { [translator = presenter.translator] in await translator.translateAnew(exchange, options) }
        }
    }

    /// Returns the options of the next exchange. The translation of typed text is not spoken automatically, except in a
    /// conversation.
    func options() -> TranslatorOptions {
        let choices = screen.preferences
        var options = TranslatorOptions(
            source: choices.source.isEmpty ? nil : choices.source, target: choices.target,
            isConversation: screen.isConversation, speaks: willSpeak(typed: screen.isTyped),
            preferences: choices, microphone: microphone.isEmpty ? nil : microphone)
        options.usesMemory = !screen.isAnew
        options.engine = screen.engine ?? .local
        options.silenceStop = silenceStop > 0 ? silenceStop : nil
        return options
    }

    /// Returns whether the translation is spoken automatically.
    private func willSpeak(typed: Bool) -> Bool {
        screen.preferences.speaks && (!typed || screen.isConversation)
    }

    /// Calls `body`, which sends text, once the user has agreed that text is sent to the service.
    ///
    /// - Parameter typed: whether the text is typed rather than spoken.
    private func whenAgreed(typed: Bool, _ body: @escaping @MainActor (TranslatorPresenter) -> Void) {
        // Reads the preferences again, so that a consent withdrawn a moment ago is respected.
        adopt(chosen.current)
        let choices = screen.preferences
        if choices.service.descriptor.hasAddress, choices.address.isEmpty {
            return update { $0.fail(.translation(TranslationError(.addressRefused)), in: .translating, of: nil) }
        }
        guard !choices.service.descriptor.isLocal, !choices.agreedServices.contains(choices.service.rawValue) else {
            return willSpeak(typed: typed) ? whenVoiceAgreed(body) : body(self)
        }
        let consent = TranslatorWording.consent(choices, engine: screen.engine)
        whenKeyIsThere { presenter in
            presenter.ask(consent) { presenter, agrees in
                presenter.take(agrees, to: choices, typed: typed, body)
            }
        }
    }

    /// Calls `body` if the chosen service has the key that it needs; otherwise shows that the key is missing.
    private func whenKeyIsThere(_ body: @escaping @MainActor (TranslatorPresenter) -> Void) {
        let descriptor = screen.preferences.service.descriptor
        guard descriptor.keyNeed == .required, descriptor.keyName.flatMap(keys.variable) == nil else {
            return body(self)
        }
        Task {
            if await hasKey() {
                body(self)
            } else {
                update { $0.fail(.translation(TranslationError(.keyMissing)), in: .translating, of: nil) }
            }
        }
    }

    /// Takes the user's answer to the question whether text may be sent to the services of `choices`.
    private func take(
        _ agrees: Bool, to choices: TranslatorPreferences, typed: Bool,
        _ body: @escaping @MainActor (TranslatorPresenter) -> Void
    ) {
        guard agrees else {
            return update { $0.fail(.consentMissing(choices.service), in: .translating, of: nil) }
        }
        // While the question was open, another service, address or voice may have been chosen.
        adopt(chosen.current)
        guard screen.preferences.receivers == choices.receivers else {
            return whenAgreed(typed: typed, body)
        }
        choose { $0.agree(to: choices.service.rawValue, choices.voiceService.rawValue, on: today) }
        body(self)
    }

    /// Calls `body`, which speaks a text, after asking whether text may be sent to the voice service. If the user
    /// refuses, the voice of this computer is used.
    func whenVoiceAgreed(_ body: @escaping @MainActor (TranslatorPresenter) -> Void) {
        adopt(chosen.current)
        let voice = screen.preferences.voiceService
        guard !voice.descriptor.isLocal, !screen.preferences.agreedServices.contains(voice.rawValue),
            !declined.contains(voice)
        else {
            return body(self)
        }
        ask(TranslatorWording.consent(voice, engine: screen.engine)) { presenter, agrees in
            if !agrees {
                presenter.declined.insert(voice)
            }
            presenter.adopt(presenter.chosen.current)
            guard presenter.screen.preferences.voiceService == voice else {
                return presenter.whenVoiceAgreed(body)
            }
            if agrees {
                presenter.choose { $0.agree(to: voice.rawValue, on: presenter.today) }
            }
            body(presenter)
        }
    }

    /// Asks the user a question. Does nothing if another question is already open.
    private func ask(
        _ question: PageQuestion, _ body: @escaping @MainActor (TranslatorPresenter, _ agrees: Bool) -> Void
    ) {
        guard !isAsking, let view else {
            return
        }
        isAsking = true
        Task {
            let agrees = await view.ask(question)
            isAsking = false
            body(self, agrees)
        }
    }
}

extension TranslatorPreferences {
    /// The recipients of text: the service, its server, and the voice service.
    fileprivate var receivers: [String] {
        [service.rawValue, service.descriptor.hasAddress ? place : "", voiceService.rawValue]
    }
}
