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
    /// Whether the translator page has been shown since the program started.
    private var wasSeen = false
    /// Voice services to which the user has refused to send text since the program started. The user is not asked about
    /// these services again.
    private var declined: Set<VoiceServiceKind> = []
    private var listensWhenIdle = false
    private let clock: any Clock<Duration>
    private let calendar: any WallClock
    /// Task that counts down, in the banner, the seconds until a failed request is repeated.
    private var countdown: Task<Void, Never>?

    /// - Parameters:
    ///   - keys: the API keys of the services. The presenter only reads them.
    ///   - calendar: provides the date that is stored when the user consents to the use of a service.
    ///   - clock: times the countdown until a request is repeated.
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

    /// Today's date in ISO 8601 format, which is stored when the user consents to the use of a service.
    var today: String {
        HistoryWording.date(calendar.now)
    }

    deinit {
        countdown?.cancel()
    }

    /// Renders the initial view state and starts to receive events. Call once.
    public func activate() {
        translator.delegate = self
        adopt(chosen.current)
        state = screen.state
        view?.render(state)
        models.add(self)
        chosen.watch(for: self)
    }

    /// Shows a text and its translation from the history. The user can then listen to them or translate the text again.
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

    /// Changes `screen`, computes the view state from it, and renders the view state if it has changed.
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

    /// Finds out whether there is an API key for the chosen service. Must not be called before the page is shown,
    /// because the keyring may ask the user for a password.
    func lookUpKey() {
        wasSeen = true
        Task { [weak self] in _ = await self?.hasKey() }
    }

    /// Asks which language pairs are available, for each service that does not translate between all languages. The
    /// answer may change when the user installs a package.
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

    /// Returns whether there is an API key for the chosen service, and updates the page. Returns true if the service
    /// needs no key. Once the user has agreed to use the service, the keyring is not unlocked for this, and a key that
    /// may be there counts. Also returns true if the keyring cannot be read, because the service will report that
    /// problem.
    private func hasKey() async -> Bool {
        let choices = screen.preferences
        let descriptor = choices.service.descriptor
        guard descriptor.keyNeed == .required, let name = descriptor.keyName else {
            return true
        }
        let hasKey: Bool
        if choices.agreedServices.contains(choices.service.rawValue) {
            hasKey = await keys.mayBeThere(name)
        } else {
            let standing = await keys.standing(of: name, choices.address)
            hasKey = standing.isThere || standing.isUnreadable
        }
        if screen.preferences.service == choices.service {
            update { $0.hasKey = hasKey }
        }
        return hasKey
    }

    // MARK: Commands

    /// Opens the microphone, once the user has agreed that text is sent to the service. Except in a conversation, a
    /// translation under way continues. Earlier recording, recognition and speech are cancelled first.
    func listen() {
        whenAgreed(typed: false) { presenter in
            guard presenter.canRecognise() else {
                return
            }
            let stage = presenter.screen.stage
            let isBusy = stage == .listening || stage == .transcribing
            presenter.update { $0.begin(typed: false) }
            // If speech is being recorded or recognised, that has to end first.
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

    /// Reads the preferences again, and returns whether speech can be recognised. If the chosen server is no longer in
    /// the list, shows a message and returns false; no other engine is used in its place.
    func canRecognise() -> Bool {
        adopt(chosen.current)
        if screen.engine == nil {
            view?.showToast(ModelReadiness.serverGone)
        }
        return screen.engine != nil
    }

    /// Shows a notice in the banner. If the notice says that a request is repeated later, counts down the seconds.
    func tell(_ notice: TranslatorNotice) {
        if case .conversationEnded = notice {
            view?.showToast(notice.message.text)
            return
        }
        countdown?.cancel()
        update { screen in
            screen.notice = notice
            if case .notKept(let exchange, _) = notice {
                screen.unkept.insert(exchange)
            }
        }
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

    /// Opens the microphone if the user pressed the button for it while earlier speech was still being recorded or
    /// recognised.
    func listenIfAskedFor() {
        guard listensWhenIdle else {
            return
        }
        listensWhenIdle = false
        update { $0.isWaiting = true }
        let options = options()
        Task { [translator] in await translator.listen(options) }
    }

    /// Translates the text on the page, once the user has agreed that text is sent to the service. If another
    /// translation is under way, the text waits for its turn.
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

    /// Asks the service for a new translation of a text that has been translated before.
    public func translateAnew() {
        guard let exchange = screen.exchangeToDoAnew else {
            return
        }
        whenAgreed(typed: screen.isTyped) { presenter in
            presenter.update { $0.beginAnew() }
            let options = presenter.options()
            Task { [translator = presenter.translator] in await translator.translateAnew(exchange, options) }
        }
    }

    /// Returns the options of the next translation. The translation of typed text is not spoken automatically, except
    /// in a conversation.
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

    /// Returns whether the translation of typed or dictated text is spoken automatically.
    private func willSpeak(typed: Bool) -> Bool {
        screen.preferences.speaks && (!typed || screen.isConversation)
    }

    /// Calls `body`, which sends text to the translation service. If the user has not agreed to this yet, asks first;
    /// if the user refuses, shows a message instead.
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

    /// Handles the user's answer to the question whether text may be sent to the services in `choices`. If the user
    /// agrees, stores the consent and calls `body`. If other services were chosen while the question was open, begins
    /// again with `whenAgreed` for those.
    ///
    /// - Parameters:
    ///   - agrees: the user's answer.
    ///   - typed: whether the text is typed rather than spoken.
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

    /// Calls `body`, which speaks a text. If the text would be sent to a voice service to which the user has not agreed
    /// yet, asks first. If the user refuses, a voice of this computer speaks instead.
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

    /// Asks the user a question, and calls `body` with the answer. Does nothing if another question is already open.
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
    /// Everything that receives text: the translation service, its server, and the voice service.
    fileprivate var receivers: [String] {
        [service.rawValue, service.descriptor.hasAddress ? place : "", voiceService.rawValue]
    }
}
