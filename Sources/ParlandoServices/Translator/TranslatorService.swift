import Logging
public import ParlandoCore

/// Runs exchanges (texts with their translations), spoken or typed, through recognition, translation and speech. Every
/// stage can be cancelled, keeps its partial result, and can be repeated by itself.
///
/// One text is translated at a time. Text that is typed or spoken meanwhile waits in a queue.
///
/// Nothing else may use the microphone at the same time: see `TranslatorPorts`.
public actor TranslatorService: Translating {
    @MainActor public weak var delegate: (any TranslatorServiceDelegate)?

    let parts: TranslatorPorts
    let voices: VoiceService
    let log = Logger(label: "parlando.translator")
    var records = ExchangeRecords()
    /// Captures and recognises the current utterance; nil if there is none.
    var ear: UtteranceEar?
    /// Whether another utterance is to follow in a conversation.
    var goesOnListening = false
    /// Task that synthesizes and plays speech; nil if there is none.
    var speaking: Task<Void, any Error>?
    /// Task that plays, or has played, the latest sample of a voice, and returns its failure; nil if there was none.
    var sample: Task<TranslatorFailure?, Never>?
    /// Language pairs whose common phrases have been prefetched, each with the name of the service.
    var pairsAhead: Set<String> = []
    /// Tasks that prefetch common phrases.
    var fetching: [Task<Void, Never>] = []
    /// Whether an utterance is being captured and recognised.
    var isHearing = false
    /// Stage of the utterance that is being captured: listening or transcribing; idle if there is none.
    private(set) var earStage = TranslatorStage.idle
    /// Stage of the exchange (a text with its translation) that is being translated or spoken; idle if there is none.
    private(set) var workStage = TranslatorStage.idle
    let outbox = Outbox<TranslatorEvent>()
    private var shownStage = TranslatorStage.idle
    private var work: Task<Void, Never>?
    private var workCount = 0
    private var hearing: Task<Void, Never>?
    private var hearingCount = 0
    private var queue = ExchangeQueue()
    /// The translation service that was used last, with the settings that identify it.
    var translation: (key: TranslationKey, service: TranslationService)?
    private var lastPreferences = TranslatorPreferences()

    public init(_ parts: TranslatorPorts) {
        self.parts = parts
        voices = VoiceService(synthesizers: parts.synthesizers, archive: parts.archive)
        outbox.deliver(through: self)
    }

    /// The stage that the user sees: that of the captured utterance, or else that of the translated exchange.
    var stage: TranslatorStage {
        earStage == .idle ? workStage : earStage
    }

    // MARK: Commands

    public func listen(_ options: TranslatorOptions) {
        guard earStage == .idle, hearing == nil else {
            return
        }
        goesOnListening = options.isConversation
        prepareVoices(options)
        lastPreferences = options.preferences
        var earlier: Task<Void, Never>?
        if isTranslating, !options.isConversation {
            // The microphone must not hear the loudspeaker.
            speaking?.cancel()
        } else {
            earlier = leaveWork()
        }
        hearingCount += 1
        let number = hearingCount
        hearing = Task { [earlier] in
            await earlier?.value
            await self.endSample()
            if !Task.isCancelled {
                await self.hearUtterances(options)
            }
            self.didStopHearing(number)
        }
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
        guard isTranslating || !queue.isEmpty else {
            return begin(options) { translator in
                translator.keep(ExchangeRecord(exchange: exchange))
                await translator.translateAndSpeak(exchange.id, options)
            }
        }
        keep(ExchangeRecord(exchange: exchange))
        wait(exchange.id, options, priority: .typed)
    }

    public func retry(_ exchange: Exchange.ID, _ options: TranslatorOptions) {
        guard let record = records[exchange], record.failedStage != nil else {
            return
        }
        guard isTranslating || !queue.isEmpty else {
            return begin(options) { await $0.repeatStage(of: exchange, options) }
        }
        wait(exchange, options, priority: record.isSpoken ? .spoken : .typed)
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
        if earStage != .idle || work == nil {
            hearing?.cancel()
        } else {
            work?.cancel()
        }
    }

    public func cancelWaiting() {
        outbox.post(.discarded(queue.exchanges))
        emptyQueue()
    }

    public func cancelAll() {
        emptyQueue()
        goesOnListening = false
        hearing?.cancel()
        work?.cancel()
    }

    public func stopSending() {
        cancelAll()
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

    public func pairs(_ preferences: TranslatorPreferences) async -> TranslationPairs? {
        await parts.translators.pairs(preferences)
    }

    // MARK: One thing at a time

    /// Whether anything is captured, translated or spoken.
    var isBusy: Bool {
        hearing != nil || work != nil
    }

    /// Whether a new text has to wait for the current translation. False if the translation is complete and only being
    /// spoken.
    private var isTranslating: Bool {
        work != nil && workStage != .speaking
    }

    /// Cancels the current tasks, and starts another task once they have ended.
    private func begin(
        _ options: TranslatorOptions, _ body: @escaping @Sendable (isolated TranslatorService) async -> Void
    ) {
        let heard = hearing
        heard?.cancel()
        goesOnListening = false
        start(options, after: [leaveWork(), heard], body)
    }

    private func start(
        _ options: TranslatorOptions, after earlier: [Task<Void, Never>?],
        _ body: @escaping @Sendable (isolated TranslatorService) async -> Void
    ) {
        lastPreferences = options.preferences
        workCount += 1
        workStage = .idle
        let number = workCount
        let task = Task {
            for task in earlier {
                await task?.value
            }
            await self.endSample()
            if !Task.isCancelled {
                await body(self)
            }
            self.didEnd(number)
        }
        work = task
    }

    /// Cancels the current translation or speech, and returns its task, which no longer changes the stage shown.
    private func leaveWork() -> Task<Void, Never>? {
        let left = work
        left?.cancel()
        work = nil
        workStage = .idle
        workCount += 1
        return left
    }

    private func didEnd(_ number: Int) {
        // If the numbers differ, a newer task has begun and sets the stage.
        guard number == workCount else {
            return
        }
        work = nil
        workStage = .idle
        callNext()
    }

    private func didStopHearing(_ number: Int) {
        guard number == hearingCount else {
            return
        }
        hearing = nil
        earStage = .idle
        if work == nil {
            callNext()
        } else if workStage != .idle {
            // If the work is idle, it has not begun yet and will enter its first stage itself.
            showStage()
        }
    }

    // MARK: The queue

    /// Translates an utterance that has been recognised, or queues it if a translation is under way.
    func translateInTurn(_ id: Exchange.ID, _ options: TranslatorOptions) {
        guard !isTranslating, queue.isEmpty else {
            return wait(id, options, priority: .spoken)
        }
        start(options, after: [leaveWork()]) { await $0.translateAndSpeak(id, options) }
    }

    /// Waits until the loudspeaker is silent and no text waits for its translation, or until listening is to end. The
    /// microphone would otherwise pick up the program's own speech.
    func finishWork() async {
        while goesOnListening, !Task.isCancelled {
            if work == nil {
                callNext()
            }
            guard let task = work else {
                return
            }
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    private func wait(_ id: Exchange.ID, _ options: TranslatorOptions, priority: TranslationPriority) {
        if let displaced = queue.join(id, options, priority: priority) {
            _ = records.update(displaced) { $0.failedStage = .translating }
            outbox.post(.failure(.translating, displaced, .translation(TranslationError(.queueFull))))
        }
        tellOfQueue()
    }

    /// Begins to translate the next text in the queue. If there is none, reports the stage, so that the page shows that
    /// the work is done.
    private func callNext() {
        guard let next = queue.callNext() else {
            // Between two utterances of a conversation, the work is not done.
            if hearing == nil || !goesOnListening {
                showStage()
            }
            return
        }
        tellOfQueue()
        start(next.options, after: []) { translator in
            if translator.records[next.exchange]?.failedStage == nil {
                await translator.translateAndSpeak(next.exchange, next.options)
            } else {
                await translator.repeatStage(of: next.exchange, next.options)
            }
        }
    }

    private func emptyQueue() {
        queue.removeAll()
        tellOfQueue()
    }

    private func tellOfQueue() {
        outbox.post(.waiting(queue.exchanges))
    }

    // MARK: Stages

    /// Enters a stage of the exchange that is being translated or spoken.
    func enter(_ next: TranslatorStage) {
        workStage = next
        if !isHearing {
            earStage = .idle
        }
        showStage()
    }

    /// Enters a stage of the utterance that is being captured.
    func enterEar(_ next: TranslatorStage) {
        earStage = next
        showStage()
    }

    private func showStage() {
        guard stage != shownStage else {
            return
        }
        shownStage = stage
        outbox.post(.stage(stage))
    }

    // MARK: News

    nonisolated func notice(_ notice: TranslatorNotice) {
        outbox.post(.notice(notice))
    }

    /// Reports a failure of translating or speaking, and records the stage so that it can be repeated.
    func fail(_ failure: TranslatorFailure, of id: Exchange.ID?) {
        fail(failure, in: workStage, of: id)
    }

    /// Reports a failure of a stage, and records the stage so that it can be repeated.
    func fail(_ failure: TranslatorFailure, in failed: TranslatorStage, of id: Exchange.ID?) {
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

    /// Changes an exchange (a text with its translation), and reports the new state.
    func advance(_ id: Exchange.ID, _ change: (inout Exchange) -> Void) {
        let old = records[id]?.exchange
        if let exchange = records.update(id, { change(&$0.exchange) })?.exchange, exchange != old {
            outbox.post(.exchange(exchange))
        }
    }
}

extension TranslatorService: EventSource {
    @MainActor func report(_ event: TranslatorEvent) {
        delegate?.translatorService(self, didReport: event)
    }
}
