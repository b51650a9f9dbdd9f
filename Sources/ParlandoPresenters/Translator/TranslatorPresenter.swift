public import ParlandoCore
public import ParlandoServices

/// Turns the user's actions into commands, and events into the state of the translator page.
@MainActor public final class TranslatorPresenter: PreferenceReader {
    weak var view: (any TranslatorView)?
    let translator: TranslatorService
    private let models: ModelService
    private(set) var screen = TranslatorScreen()
    let saver: any TextSaver
    private let keys: TranslatorKeys
    private let chosen: ChosenPreferences
    private var state = TranslatorViewState()
    private var microphone = ""
    private var loudspeaker: AudioDevice.ID?
    private var silenceStop = 0
    private var isAsking = false
    /// Whether the page was shown since the program started.
    private var wasSeen = false
    /// Voice services that the user has refused since the program started, and is not asked about again.
    private var declined: Set<VoiceServiceKind> = []
    var listensWhenIdle = false
    /// Whether another page is in front.
    var isAway = false
    /// The command to listen; one to stop waits for it.
    var beginning: Task<Void, Never>?
    private let clock: any Clock<Duration>
    private let calendar: any WallClock
    /// Counts down the seconds until a failed request is repeated.
    private var countdown: Task<Void, Never>?

    public init(
        view: any TranslatorView, translator: TranslatorService, models: ModelService, store: any PreferenceStore,
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

    /// Today's date (ISO 8601), stored with a consent.
    var today: String {
        HistoryWording.date(calendar.now)
    }

    deinit {
        countdown?.cancel()
    }

    /// Renders the first state and starts to receive events. Call once.
    public func activate() {
        translator.delegate = self
        adopt(chosen.current)
        state = screen.state
        view?.render(state)
        models.add(self)
        chosen.watch(for: self)
    }

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

    /// Renders the new view state if it has changed.
    func update(_ change: (inout TranslatorScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    func choose(_ change: (inout TranslatorPreferences) -> Void) {
        let preferences = chosen.change { change(&$0.translator) }
        update { $0.adopt(preferences.translator) }
    }

    func adopt(_ preferences: Preferences) {
        microphone = preferences.microphone
        loudspeaker = preferences.loudspeaker
        silenceStop = preferences.silenceStop
        update { screen in
            screen.adopt(preferences.translator)
            screen.engine = preferences.servers.engine()
        }
        if screen.hasKey == nil, wasSeen {
            lookUpKey()
        }
    }

    /// Must not be called before the page is shown, because the keyring may ask for a password.
    func lookUpKey() {
        wasSeen = true
        Task { [weak self] in _ = await self?.hasKey() }
    }

    /// The answer changes when the user installs a package.
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

    /// Returns true if the service needs no key, or if the keyring cannot be read, which the service will report. Once
    /// the user has agreed to the service, the keyring is not unlocked for this, and a key that may be there counts.
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
            update { screen in
                if hasKey, screen.hasKey == false {
                    screen.failures.removeAll(where: \.lacksKey)
                }
                screen.hasKey = hasKey
            }
        }
        return hasKey
    }

    // MARK: Commands

    /// Opens the microphone once the user has agreed. Except in a conversation, a translation under way continues;
    /// recording, recognition and speech are cancelled first.
    func listen() {
        whenAgreed(typed: false) { presenter in
            // The page may have been left while a question was open.
            guard presenter.canRecognise(), !(presenter.isAway && presenter.screen.isConversation) else {
                return
            }
            let stage = presenter.screen.stage
            let isBusy = stage == .listening || stage == .transcribing
            presenter.update { $0.begin(typed: false) }
            // That has to end first.
            presenter.listensWhenIdle = isBusy
            let options = presenter.options()
            presenter.beginning = Task { [translator = presenter.translator] in
                if isBusy {
                    await translator.cancel()
                } else {
                    await translator.listen(options)
                }
            }
        }
    }

    /// Reads the preferences again. If the chosen server is gone, says so; no other engine takes its place.
    func canRecognise() -> Bool {
        adopt(chosen.current)
        if screen.engine == nil {
            view?.showToast(ModelReadiness.serverGone)
        }
        return screen.engine != nil
    }

    /// Shows a notice in the banner, with a countdown if a request is repeated later.
    func tell(_ notice: TranslatorNotice) {
        if case .conversationEnded = notice {
            view?.showToast(notice.message.text)
            return
        }
        if case .notKept = screen.notice, notice == .noSound {
            // A text that may be lost is more important.
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
                // Another notice may have come, or the wait may be over.
                guard case .waiting = screen.notice, !Task.isCancelled else {
                    return
                }
                update { $0.notice = .waiting(left, after: error) }
            }
        }
    }

    /// The user pressed the button while earlier speech was still being recognised.
    func listenIfAskedFor() {
        guard listensWhenIdle else {
            return
        }
        listensWhenIdle = false
        update { $0.isWaiting = true }
        let options = options()
        Task { [translator] in await translator.listen(options) }
    }

    /// Translates the text once the user has agreed. It waits for a translation under way.
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

    /// Asks the service for a new translation.
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

    /// Typed text is not spoken automatically, except in a conversation.
    func options() -> TranslatorOptions {
        let choices = screen.preferences
        var options = TranslatorOptions(
            source: choices.source.isEmpty ? nil : choices.source, target: choices.target,
            isConversation: screen.isConversation, speaks: willSpeak(typed: screen.isTyped),
            preferences: choices, microphone: microphone.isEmpty ? nil : microphone)
        options.loudspeaker = loudspeaker
        options.usesMemory = !screen.isAnew
        options.engine = screen.engine ?? .local
        options.silenceStop = silenceStop > 0 ? silenceStop : nil
        return options
    }

    private func willSpeak(typed: Bool) -> Bool {
        screen.preferences.speaks && (!typed || screen.isConversation)
    }

    /// Calls `body`, which sends text, once the user has agreed; shows a message if the user refuses.
    private func whenAgreed(typed: Bool, _ body: @escaping @MainActor (TranslatorPresenter) -> Void) {
        // A consent may have been withdrawn a moment ago.
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

    /// Calls `body` if the service has the key that it needs; otherwise shows that it is missing.
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

    /// Takes the user's answer about the services in `choices`. If others were chosen while the question was open,
    /// begins again for those.
    private func take(
        _ agrees: Bool, to choices: TranslatorPreferences, typed: Bool,
        _ body: @escaping @MainActor (TranslatorPresenter) -> Void
    ) {
        guard agrees else {
            return update { $0.fail(.consentMissing(choices.service), in: .translating, of: nil) }
        }
        adopt(chosen.current)
        guard screen.preferences.receivers == choices.receivers else {
            return whenAgreed(typed: typed, body)
        }
        choose { $0.agree(to: choices.service.rawValue, choices.voiceService.rawValue, on: today) }
        body(self)
    }

    /// Calls `body`, which speaks, once the user has agreed to the voice service. If the user refuses, a voice of this
    /// computer speaks instead.
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

    /// Does nothing if another question is open.
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

extension TranslatorPresenter: TranslatorServiceDelegate {
    public func translatorService(_ service: TranslatorService, didReport event: TranslatorEvent) {
        switch event {
        case .stage(let stage):
            enter(stage)
        case .exchange(let exchange):
            advance(exchange)
        case .level(let level):
            update { $0.level = level }
        case .sound:
            update { $0.notice = $0.notice == .noSound ? nil : $0.notice }
        case .played(_, let seconds, let total):
            update { $0.played = (seconds, total) }
        case .notice(let notice):
            tell(notice)
        case .waiting(let exchanges):
            update { $0.waiting = exchanges }
        case .stopped(let exchange):
            update { _ = $0.stopped.insert(exchange) }
        case .discarded(let exchanges):
            update { $0.discard(exchanges) }
        case .failure(_, let exchange?, _) where screen.retired.contains(exchange):
            break
        case .failure(let stage, let exchange, let failure):
            update { $0.fail(failure, in: stage, of: exchange) }
        }
    }

    private func enter(_ stage: TranslatorStage) {
        update { $0.enter(stage) }
        if stage == .idle {
            listenIfAskedFor()
        }
    }

    private func advance(_ exchange: Exchange) {
        update { $0.advance(exchange) }
        if exchange.isWhole, let source = exchange.sourceLanguage.flatMap(SpeechLanguage.translated(tag:)),
            let pair = LanguagePair(source.code + "-" + exchange.targetLanguage)
        {
            choose { $0.use(pair) }
        }
    }
}

extension TranslatorPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        update { $0.models = entries }
    }
}

extension TranslatorPreferences {
    /// Who gets the texts to translate.
    var translators: [String] {
        [service.rawValue, service.descriptor.hasAddress ? place : ""]
    }

    fileprivate var receivers: [String] {
        translators + [voiceService.rawValue]
    }
}
