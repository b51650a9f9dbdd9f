public import ParlandoCore

/// Recognises speech on this computer. Holds at most one model in memory. The catalogue of models says which engine
/// reads the model (`SpeechModel.engine`). All computation runs on the recogniser's own thread.
public actor LocalRecognizer: LoadableRecognizer {
    /// A loaded model. Used only on the actor's thread.
    private struct Loaded {
        let model: any LoadedModel
        /// Path of the model for voice activity detection. Each session creates its own detector, because a detector
        /// has internal state.
        let voiceActivity: String
    }

    private let executor = BlockingExecutor(label: "io.github.parlando.recognition")
    private let engines: [any SpeechEngine]
    private let gates: any SpeechGateReader
    private var loaded: Loaded?
    /// Continuations of the sessions that wait for a model to be loaded.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var loadFailure: RecognitionError?

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - engines: the speech recognition engines that read the models of the catalogue.
    ///   - gates: reads the voice activity detector of each session from its model file.
    public init(engines: [any SpeechEngine], gates: any SpeechGateReader) {
        self.engines = engines
        self.gates = gates
    }

    // MARK: Loading

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        loaded = nil
        loadFailure = nil
        do {
            loaded = Loaded(model: try read(files, progress), voiceActivity: files.voiceActivity)
        } catch {
            loadFailure = error as? RecognitionError ?? RecognitionError(.engineFailed, detail: "\(error)")
        }
        wakeWaiting()
        if let loadFailure {
            throw loadFailure
        }
    }

    private func read(_ files: ModelFiles, _ progress: any LoadProgress) throws -> any LoadedModel {
        guard let engine = engines.first(where: { $0.name == files.model.engine }) else {
            throw RecognitionError(.engineFailed, detail: "there is no engine \(files.model.engine)")
        }
        let model = try engine.read(files, progress: progress)
        _ = try gates.readGate(files.voiceActivity)
        progress.modelDidAdvance(to: 0, phase: .warming)
        // The first computation allocates all memory that later ones use.
        let decoder = model.makeDecoder(RecognitionOptions(), cancel: CancelFlag())
        _ = try decoder.decode(DecodeRequest(samples: [Float](repeating: 0, count: AudioBlock.sampleRate / 2)))
        progress.modelDidAdvance(to: 1, phase: .warming)
        return model
    }

    public func unload() {
        loaded = nil
    }

    private func loadedModel() async throws -> Loaded {
        while true {
            try Task.checkCancellation()
            if let loaded {
                return loaded
            }
            if let loadFailure {
                throw loadFailure
            }
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    // MARK: Recognising

    public nonisolated func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        AsyncThrowingStream { continuation in
            let inbox = SampleInbox()
            let cancel = CancelFlag()
            let pump = Task {
                for await block in blocks {
                    await inbox.append(block.samples)
                }
                inbox.finish()
            }
            let session = Task {
                do {
                    try await self.run(inbox, options: options, cancel: cancel, into: continuation)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
                pump.cancel()
            }
            continuation.onTermination = { _ in
                cancel.set()
                inbox.finish()
                pump.cancel()
                session.cancel()
                Task { await self.wakeWaiting() }
            }
        }
    }

    /// Wakes the sessions that wait for a model. Each session then checks whether a model is loaded or it has been
    /// cancelled.
    private func wakeWaiting() {
        waiting.forEach { $0.resume() }
        waiting = []
    }

    private func run(
        _ inbox: SampleInbox, options: RecognitionOptions, cancel: CancelFlag,
        into continuation: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation
    ) async throws {
        let loaded = try await loadedModel()
        var transcriber = LiveTranscriber(
            decoder: loaded.model.makeDecoder(options, cancel: cancel),
            gate: try gates.readGate(loaded.voiceActivity),
            policy: options.audience == .speaker ? LivePolicy() : .file,
            isMultilingual: loaded.model.isMultilingual,
            language: options.language)
        var overload = OverloadWatch()
        // From a speaker, all waiting sound is taken at once, so that the next decoding includes everything said during
        // the last.
        let portion = options.audience == .speaker ? .max : Self.portion
        while let samples = await inbox.take(portion) {
            try Task.checkCancellation()
            try transcriber.append(samples)
            while let events = try transcriber.step() {
                events.forEach { continuation.yield($0) }
                // Gives other calls on the actor, such as those of another session, a chance to run.
                await Task.yield()
                try Task.checkCancellation()
                if let warning = overload.check(backlog: inbox.backlog) {
                    continuation.yield(.warning(warning))
                }
                // New speech is more urgent than reviewing words that may still change. For a file, the queue limits
                // how much is read ahead.
                if transcriber.samplesAhead < Self.mostAhead {
                    try transcriber.append(inbox.takeNow(portion) ?? [])
                }
            }
        }
        try Task.checkCancellation()
        try transcriber.finish()
        while let events = try transcriber.step() {
            events.forEach { continuation.yield($0) }
            try Task.checkCancellation()
        }
    }

    /// Number of samples of a file that are taken from the queue at once: one second.
    private static let portion = AudioBlock.sampleRate
    /// Maximum number of unprocessed samples at which more are taken from the queue: ten seconds.
    private static let mostAhead = 10 * AudioBlock.sampleRate
}

/// Detects that recognition falls behind a speaker.
struct OverloadWatch {
    private var isBehind = false

    /// Returns a warning if the backlog, in samples, has newly exceeded three seconds.
    mutating func check(backlog: Int) -> RecognitionWarning? {
        if !isBehind, backlog > 3 * AudioBlock.sampleRate {
            isBehind = true
            return .fallingBehind
        }
        if backlog < AudioBlock.sampleRate {
            isBehind = false
        }
        return nil
    }
}
