import Logging
public import ParlandoCore

/// Runs exchanges through recognition, translation and speech. Every stage can be cancelled, keeps its partial result,
/// and can be repeated by itself.
///
/// One text is translated at a time; others wait in a queue.
///
/// Nothing else may use the microphone meanwhile (`TranslatorPorts`). A command that makes no sense in the current
/// stage has no effect.
public actor TranslatorService {
    @MainActor public weak var delegate: (any TranslatorServiceDelegate)?

    let parts: TranslatorPorts
    let voices: VoiceService
    let log = Logger(label: "parlando.translator")
    var records = ExchangeRecords()
    /// Runs the session that is under way.
    var ear: DictationService?
    /// Whether another utterance follows in a conversation.
    var goesOnListening = false
    var speaking: Task<Void, any Error>?
    /// The latest sample of a voice; returns its failure.
    var sample: Task<TranslatorFailure?, Never>?
    /// Texts that are synthesized to be written into files.
    var saves: Set<Task<VoiceService.Spoken, any Error>> = []
    /// Pairs whose phrases have been fetched, each with the name of the service.
    var pairsAhead: Set<String> = []
    var fetching: [Task<Void, Never>] = []
    var isHearing = false
    /// Whether the user has finished listening before it began.
    var isFinishedEarly = false
    /// Whether the program ends. The user begins nothing any more, and nothing is spoken.
    private(set) var isEnding = false
    /// Listening, transcribing or idle.
    private(set) var earStage = TranslatorStage.idle
    /// Translating, speaking or idle.
    private(set) var workStage = TranslatorStage.idle
    let outbox = Outbox<TranslatorEvent>()
    private var shownStage = TranslatorStage.idle
    private var work: Task<Void, Never>?
    private var workCount = 0
    private var hearing: Task<Void, Never>?
    private var hearingCount = 0
    private var queue = ExchangeQueue()
    /// The service that was used last.
    var translation: (key: TranslationKey, service: TranslationService)?
    private var lastPreferences = TranslatorPreferences()

    public init(_ parts: TranslatorPorts) {
        self.parts = parts
        voices = VoiceService(parts.services, archive: parts.archive)
        outbox.deliver(through: self)
    }

    /// The stage that the user sees: that of a captured utterance comes first.
    var stage: TranslatorStage {
        earStage == .idle ? workStage : earStage
    }

    // MARK: Commands

    /// Silence ends the utterance; in a conversation, the next may follow. A translation under way continues, but is
    /// not spoken.
    public func listen(_ options: TranslatorOptions) {
        guard earStage == .idle, hearing == nil, !isEnding else {
            return
        }
        goesOnListening = options.isConversation
        isFinishedEarly = false
        prepareVoices(options)
        lastPreferences = options.preferences
        var earlier: Task<Void, Never>?
        if isTranslating, !options.isConversation {
            // The microphone must not hear the loudspeaker: speech ends first, and none begins.
            isHearing = true
            speaking?.cancel()
            earlier = speaking.map { speech in Task { _ = await speech.result } }
        } else {
            earlier = leaveWork()
        }
        hearingCount += 1
        let number = hearingCount
        hearing = Task { [earlier] in
            await earlier?.value
            await self.endSample()
            let begins = !Task.isCancelled && !self.isFinishedEarly
            if begins {
                await self.hearUtterances(options)
            }
            self.didStopHearing(number, hasBegun: begins)
        }
    }

    /// The words already spoken are still translated.
    public func finishListening() {
        goesOnListening = false
        stopEar()
    }

    /// Ends what is under way before the program ends. What was said until now is still translated and kept, but not
    /// spoken. Returns once that is done; after `patience`, the rest is canceled.
    public func finish(within patience: Duration) async {
        isEnding = true
        stopSpeech()
        sample?.cancel()
        finishListening()
        let limit = Task {
            try await parts.clock.sleep(for: patience)
            cancelAll()
        }
        await hearing?.value
        while let work {
            await work.value
        }
        limit.cancel()
    }

    /// If another translation is under way, the text waits for its turn.
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

    /// Repeats the stage that failed.
    public func retry(_ exchange: Exchange.ID, _ options: TranslatorOptions) {
        guard let record = records[exchange], record.failedStage != nil else {
            return
        }
        guard isTranslating || !queue.isEmpty else {
            return begin(options) { await $0.repeatStage(of: exchange, options) }
        }
        wait(exchange, options, priority: record.isSpoken ? .spoken : .typed)
    }

    /// Translates again and speaks. The exchange keeps its id.
    public func translateAnew(_ exchange: Exchange, _ options: TranslatorOptions) {
        begin(options) { translator in
            if translator.records[exchange.id] == nil {
                translator.keep(ExchangeRecord(exchange: exchange))
            }
            await translator.translateAndSpeak(exchange.id, options)
        }
    }

    /// Speaks a text. Speech that is being played ends.
    public func speak(
        _ text: Private<String>, language: String, of exchange: Exchange.ID?, _ options: TranslatorOptions
    ) {
        guard stage == .idle || stage == .speaking else {
            return
        }
        begin(options) { await $0.speakWhole(text.revealed, language: language, of: exchange, options) }
    }

    /// Cancels the current stage. Its results are kept, and the next waiting text is translated.
    public func cancel() {
        goesOnListening = false
        if earStage != .idle || work == nil {
            hearing?.cancel()
        } else {
            work?.cancel()
        }
    }

    /// Discards the texts that wait to be translated.
    public func cancelWaiting() {
        outbox.post(.discarded(queue.exchanges))
        emptyQueue()
    }

    /// Cancels every stage, and discards the texts that wait.
    public func cancelAll() {
        emptyQueue()
        goesOnListening = false
        hearing?.cancel()
        work?.cancel()
    }

    /// Cancels everything that would still be sent, because a consent was withdrawn.
    public func stopSending() async {
        cancelAll()
        sample?.cancel()
        saves.forEach { $0.cancel() }
        fetching.forEach { $0.cancel() }
        fetching = []
        pairsAhead = []
        // Phrases in the service's queue must not be sent, those of captions neither.
        await translation?.service.stop()
        translation = nil
    }

    public func pauseSpeech() {
        parts.player.pause()
    }

    public func resumeSpeech() {
        parts.player.resume()
    }

    /// Stops speaking. Unlike after `pauseSpeech`, speech cannot be resumed.
    public func stopSpeech() {
        speaking?.cancel()
    }

    // MARK: Questions

    /// Returns the voices for a language, best first.
    public func voices(
        for language: String, of service: VoiceServiceKind
    ) async throws(SynthesisError) -> [Voice] {
        try await voices.voices(for: language, of: service, lastPreferences)
    }

    /// The translation service's models, best first; empty if there is no choice.
    public func models(_ options: TranslatorOptions) async throws(TranslationError) -> [String] {
        guard options.preferences.service.descriptor.hasModels else {
            return []
        }
        do {
            return try await parts.services.translator(options.preferences).models()
        } catch {
            throw error as? TranslationError ?? TranslationError(.interrupted, detail: "cancelled")
        }
    }

    /// The language pairs of the translation service; nil if it does not report them.
    public func pairs(_ preferences: TranslatorPreferences) async -> TranslationPairs? {
        preferences.service.descriptor.hasPairs ? await parts.services.translator(preferences).pairs() : nil
    }

    // MARK: One thing at a time

    var isBusy: Bool {
        hearing != nil || work != nil
    }

    /// False if the translation is complete and only being spoken.
    private var isTranslating: Bool {
        work != nil && workStage != .speaking
    }

    /// Cancels the current tasks, and begins once they have ended. Has no effect while the program ends, when they are
    /// to be completed.
    private func begin(
        _ options: TranslatorOptions, _ body: @escaping @Sendable (isolated TranslatorService) async -> Void
    ) {
        guard !isEnding else {
            return
        }
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

    /// Cancels the current work. The task that is returned no longer changes the stage shown.
    private func leaveWork() -> Task<Void, Never>? {
        let left = work
        left?.cancel()
        work = nil
        workStage = .idle
        workCount += 1
        return left
    }

    private func didEnd(_ number: Int) {
        // A newer task sets the stage.
        guard number == workCount else {
            return
        }
        work = nil
        workStage = .idle
        callNext()
    }

    private func didStopHearing(_ number: Int, hasBegun: Bool) {
        guard number == hearingCount else {
            return
        }
        hearing = nil
        isHearing = false
        earStage = .idle
        if !hasBegun, work == nil, shownStage == .idle {
            // The delegate has seen no stage of it, and waits for one.
            outbox.post(.stage(.idle))
        }
        if work == nil {
            callNext()
        } else if workStage != .idle {
            // Idle work has not begun yet and enters its first stage itself.
            showStage()
        }
    }

    // MARK: The queue

    /// Translates an utterance, or queues it if a translation is under way.
    func translateInTurn(_ id: Exchange.ID, _ options: TranslatorOptions) {
        guard !isTranslating, queue.isEmpty else {
            return wait(id, options, priority: .spoken)
        }
        start(options, after: [leaveWork()]) { await $0.translateAndSpeak(id, options) }
    }

    /// Waits until the loudspeaker is silent and no text waits, so that the microphone does not hear the program's own
    /// speech.
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

    /// Begins the next text. If there is none, reports the stage, so that the page shows that the work is done.
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

    func enter(_ next: TranslatorStage) {
        workStage = next
        if !isHearing {
            earStage = .idle
        }
        showStage()
    }

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

    /// Records the stage, so that it can be repeated.
    func fail(_ failure: TranslatorFailure, of id: Exchange.ID?) {
        fail(failure, in: workStage, of: id)
    }

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

extension TranslatorService {
    /// Plays a sample of the voice that the options name, without reporting events, until it has ended or was replaced.
    /// Throws `busy` while a text is being recognised, translated or spoken or the program ends, `synthesis` or
    /// `playback`.
    public func speakSample(
        _ text: Private<String>, language: String, _ options: TranslatorOptions
    ) async throws(TranslatorFailure) {
        await endSample()
        guard !isBusy, !isEnding else {
            throw .busy
        }
        let plan = VoicePlan(language: language, options.preferences)
        let playing = Task { await self.playSample(text, plan, on: options.loudspeaker) }
        sample = playing
        if let failure = await playing.value {
            log.notice("no sample: \(failure.forLog)")
            throw failure
        }
    }

    /// Returns once the loudspeaker is free.
    func endSample() async {
        while let playing = sample {
            playing.cancel()
            _ = await playing.value
            if sample == playing {
                sample = nil
            }
        }
    }

    /// Nil if the sample was played or ended early.
    private nonisolated func playSample(
        _ text: Private<String>, _ plan: VoicePlan, on loudspeaker: AudioDevice.ID?
    ) async -> TranslatorFailure? {
        do {
            let spoken = try await voices.speakWhole(text.revealed, plan)
            // The user would mistake another voice for the chosen one.
            for case .otherVoice(_, _, let failure) in spoken.notices {
                return .synthesis(failure)
            }
            let (sounds, door) = AsyncStream.makeStream(of: SpokenSound.self)
            door.yield(spoken.sound)
            door.finish()
            for try await _ in parts.player.play(sounds, on: loudspeaker) {}
            return nil
        } catch let error as SynthesisError {
            return .synthesis(error)
        } catch let error as AudioError {
            return .playback(error)
        } catch {
            return nil
        }
    }
}

extension TranslatorService {
    /// The service with its queue and rate limit, the same one until other settings are chosen.
    func translationService(_ preferences: TranslatorPreferences) -> TranslationService {
        let key = TranslationKey(preferences)
        if let translation, translation.key == key {
            return translation.service
        }
        var limits = parts.limits
        limits.perMinute = preferences.service.descriptor.isLocal ? .max : preferences.perMinute
        let service = TranslationService(
            translator: parts.services.translator(preferences), limits: limits, clock: parts.clock)
        translation = (key, service)
        return service
    }
}

/// If one of these changes, a new queue and rate limit are used.
struct TranslationKey: Equatable {
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
