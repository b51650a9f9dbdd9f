import Logging
public import ParlandoCore

/// Runs exchanges, spoken or typed, through recognition, translation and speech. It handles one exchange at a time.
/// Every stage can be cancelled, keeps its partial result, and can be repeated by itself.
///
/// The microphone must not be used by anything else at the same time: see `TranslatorPorts`.
public actor TranslatorService: Translating {
    @MainActor public weak var delegate: (any TranslatorServiceDelegate)?

    let parts: TranslatorPorts
    let voices: VoiceService
    let log = Logger(label: "parlando.translator")
    var records = ExchangeRecords()
    /// The object that captures and recognises the utterance under way, or nil if there is none.
    var ear: UtteranceEar?
    /// Whether another utterance follows in a conversation.
    var goesOnListening = false
    /// The task that plays speech, or nil if there is none.
    var speaking: Task<Void, any Error>?
    /// Language pairs whose common phrases have been prefetched, each with its service.
    var pairsAhead: Set<String> = []
    /// Tasks that prefetch common phrases.
    var fetching: [Task<Void, Never>] = []
    private(set) var stage = TranslatorStage.idle
    let outbox = Outbox<TranslatorEvent>()
    private var work: Task<Void, Never>?
    private var workCount = 0
    private var translation: (key: TranslationKey, service: TranslationService)?
    private var lastPreferences = TranslatorPreferences()

    public init(_ parts: TranslatorPorts) {
        self.parts = parts
        voices = VoiceService(synthesizers: parts.synthesizers, archive: parts.archive)
        outbox.deliver(through: self)
    }

    // MARK: Commands

    public func listen(_ options: TranslatorOptions) {
        guard stage == .idle || stage == .speaking else {
            return
        }
        goesOnListening = options.isConversation
        prepareVoices(options)
        begin(options) { await $0.hearUtterances(options) }
    }

    public func finishListening() {
        goesOnListening = false
        if let ear {
            Task { await ear.finish() }
        }
    }

    public func translate(_ text: Private<String>, _ options: TranslatorOptions) {
        let direction = TranslationDirection(options, heard: nil)
        let exchange = Exchange(
            source: text.revealed, sourceLanguage: direction.source, targetLanguage: direction.target)
        prepareVoices(options)
        begin(options) { translator in
            translator.keep(ExchangeRecord(exchange: exchange))
            await translator.translateAndSpeak(exchange.id, options)
        }
    }

    public func retry(_ exchange: Exchange.ID, _ options: TranslatorOptions) {
        guard let record = records[exchange], record.failedStage != nil else {
            return
        }
        begin(options) { await $0.repeatStage(of: exchange, options) }
    }

    public func translateAnew(_ exchange: Exchange, _ options: TranslatorOptions) {
        begin(options) { translator in
            if translator.records[exchange.id] == nil {
                translator.keep(ExchangeRecord(exchange: exchange))
            }
            await translator.translateAndSpeak(exchange.id, options)
        }
    }

    public func speak(
        _ text: Private<String>, language: String, of exchange: Exchange.ID?, _ options: TranslatorOptions
    ) {
        guard stage == .idle || stage == .speaking else {
            return
        }
        begin(options) { await $0.speakWhole(text.revealed, language: language, of: exchange, options) }
    }

    public func cancel() {
        goesOnListening = false
        work?.cancel()
    }

    public func stopSending() {
        cancel()
        fetching.forEach { $0.cancel() }
        fetching = []
        pairsAhead = []
        // The service's queue may contain waiting phrases, which must not be sent.
        translation = nil
    }

    public func pauseSpeech() {
        parts.player.pause()
    }

    public func resumeSpeech() {
        parts.player.resume()
    }

    public func stopSpeech() {
        speaking?.cancel()
    }

    // MARK: Questions

    public func voices(
        for language: String, of service: VoiceServiceKind
    ) async throws(SynthesisError) -> [Voice] {
        try await voices.voices(for: language, of: service, lastPreferences)
    }

    public func models(_ options: TranslatorOptions) async throws(TranslationError) -> [String] {
        try await parts.translators.models(options.preferences)
    }

    // MARK: One thing at a time

    /// Cancels the task under way, and starts another one once it has ended.
    private func begin(
        _ options: TranslatorOptions, _ body: @escaping @Sendable (isolated TranslatorService) async -> Void
    ) {
        lastPreferences = options.preferences
        let earlier = work
        earlier?.cancel()
        workCount += 1
        let number = workCount
        work = Task {
            await earlier?.value
            if !Task.isCancelled {
                await body(self)
            }
            self.didEnd(number)
        }
    }

    private func didEnd(_ number: Int) {
        // If the numbers differ, another task has begun, which continues from the stage that this one leaves.
        if number == workCount {
            work = nil
            enter(.idle)
        }
    }

    func enter(_ next: TranslatorStage) {
        guard next != stage else {
            return
        }
        stage = next
        outbox.post(.stage(next))
    }

    // MARK: News

    nonisolated func notice(_ notice: TranslatorNotice) {
        outbox.post(.notice(notice))
    }

    /// Reports a failure, and records its stage so that it can be repeated.
    func fail(_ failure: TranslatorFailure, of id: Exchange.ID?) {
        let failed = stage
        log.notice("failed in \(failed): \(failure.forLog)")
        if let id {
            _ = records.update(id) { $0.failedStage = failed }
        }
        outbox.post(.failure(failed, id, failure))
    }

    func keep(_ record: ExchangeRecord) {
        records.keep(record)
        outbox.post(.exchange(record.exchange))
    }

    /// Changes an exchange and reports it.
    func advance(_ id: Exchange.ID, _ change: (inout Exchange) -> Void) {
        let old = records[id]?.exchange
        if let exchange = records.update(id, { change(&$0.exchange) })?.exchange, exchange != old {
            outbox.post(.exchange(exchange))
        }
    }

    // MARK: Services

    /// Returns the queue and rate limiter of the chosen service. They are kept until another service is chosen.
    func translationService(_ preferences: TranslatorPreferences) -> TranslationService {
        let key = TranslationKey(preferences)
        if let translation, translation.key == key {
            return translation.service
        }
        var limits = parts.limits
        limits.perMinute = preferences.perMinute
        let service = TranslationService(
            translator: parts.translators.translator(preferences), limits: limits, clock: parts.clock)
        translation = (key, service)
        return service
    }
}

extension TranslatorService: EventSource {
    @MainActor func report(_ event: TranslatorEvent) {
        delegate?.translatorService(self, didReport: event)
    }
}

/// The settings that distinguish one translation service from another.
private struct TranslationKey: Equatable {
    let service: TranslationServiceKind
    let model: String
    let address: String
    let perMinute: Int
    let pinsAuthorities: Bool

    init(_ preferences: TranslatorPreferences) {
        service = preferences.service
        model = preferences.model
        address = preferences.address
        perMinute = preferences.perMinute
        pinsAuthorities = preferences.pinsAuthorities
    }
}

extension TranslatorFailure {
    /// Description of the failure without any text that was said.
    fileprivate var forLog: String {
        switch self {
        case .dictation(let failure): "dictation \(failure)"
        case .nothingHeard: "nothing heard"
        case .consentMissing(let service): "no consent for \(service.rawValue)"
        case .modelMissing: "no model for many languages"
        case .translation(let error): "translation \(error.kind) \(error.detail)"
        case .synthesis(let error): "synthesis \(error.kind) \(error.detail)"
        case .playback(let error): "playback \(error.kind) \(error.detail)"
        case .saving(let error): "saving \(error.kind) \(error.detail)"
        }
    }
}
