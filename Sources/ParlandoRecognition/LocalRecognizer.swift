public import ParlandoCore
import Synchronization

/// Recognises speech on this computer, on a thread of its own. Holds at most one model in memory; the catalogue says
/// which engine reads it (`SpeechModel.engine`).
public actor LocalRecognizer: LoadableRecognizer {
    /// Used only on the actor's thread.
    private struct Loaded {
        let model: any LoadedModel
        /// Each session has its own detector, because a detector has internal state.
        let voiceActivity: String
    }

    private let executor = BlockingExecutor(label: "io.github.parlando.recognition")
    private let engines: [any SpeechEngine]
    private let gates: any SpeechGateReader
    private var loaded: Loaded?
    /// Of the sessions that wait for a model.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var loadFailure: RecognitionError?
    /// Live sessions in which somebody speaks at this moment.
    private var speaking: Set<ObjectIdentifier> = []
    public private(set) var speed: Double?

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter gates: reads the voice activity detector of each session from its model file.
    public init(engines: [any SpeechEngine], gates: any SpeechGateReader) {
        self.engines = engines
        self.gates = gates
    }

    // MARK: Loading

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        loaded = nil
        loadFailure = nil
        speed = nil
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

    /// Each session then checks whether a model is loaded or it has been cancelled.
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
        defer { speaking.remove(ObjectIdentifier(inbox)) }
        // From a speaker, all waiting sound is taken at once, so that the next decoding includes everything said during
        // the last.
        let portion = options.audience == .speaker ? .max : Self.portion
        while let samples = await inbox.take(portion) {
            try Task.checkCancellation()
            try transcriber.append(samples)
            // No interim decoding delays the last words.
            if inbox.isOver {
                try transcriber.finish()
            }
            while let events = try transcriber.step() {
                events.forEach { continuation.yield($0) }
                // Other sessions and calls have their turn.
                await Task.yield()
                try Task.checkCancellation()
                speaking.remove(ObjectIdentifier(inbox))
                if options.audience == .speaker, transcriber.isHearing {
                    speaking.insert(ObjectIdentifier(inbox))
                }
                transcriber.speakers = speaking.count
                if let warning = overload.check(backlog: inbox.backlog) {
                    continuation.yield(.warning(warning))
                }
                // New speech is more urgent than a review. For a file, the queue limits how much is read ahead.
                if transcriber.samplesAhead < Self.mostAhead {
                    try transcriber.append(inbox.takeNow(portion) ?? [])
                    if inbox.isOver {
                        try transcriber.finish()
                    }
                }
            }
        }
        try Task.checkCancellation()
        try transcriber.finish()
        while let events = try transcriber.step() {
            events.forEach { continuation.yield($0) }
            await Task.yield()
            try Task.checkCancellation()
        }
        let (speech, work) = transcriber.reviewed
        if options.audience == .nobody, speech >= Self.leastMeasured, work > 0 {
            speed = speech / work
        }
    }

    /// Seconds of speech, below which the first decodings weigh too much.
    private static let leastMeasured = 30.0

    /// Samples of a file that are taken at once: one second.
    private static let portion = AudioBlock.sampleRate
    /// Unprocessed samples at which more are taken: ten seconds.
    private static let mostAhead = 10 * AudioBlock.sampleRate
}

/// Detects that recognition falls behind a speaker.
struct OverloadWatch {
    private var isBehind = false

    /// Warns if the backlog, in samples, has newly exceeded three seconds.
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

/// Samples for the recogniser. `append` waits while the queue is long, which slows down a fast producer.
final class SampleInbox: Sendable {
    private struct State {
        var samples: [Float] = []
        var isFinished = false
        var reader: CheckedContinuation<Void, Never>?
        var writer: CheckedContinuation<Void, Never>?
    }

    /// Queued samples (30 s) from which on `append` waits. Only a producer faster than the recogniser, as for a file,
    /// gets there.
    private static let comfortable = 480_000
    private let state = Mutex(State())

    /// Returns once the queue is short enough.
    func append(_ samples: [Float]) async {
        wake { state in
            state.samples += samples
        }
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                guard state.samples.count > Self.comfortable, !state.isFinished else {
                    return true
                }
                state.writer = continuation
                return false
            }
            if goesOn {
                continuation.resume()
            }
        }
    }

    /// Samples in the queue can still be taken.
    func finish() {
        wake { $0.isFinished = true }
    }

    /// Takes at most `count` samples. Waits while the queue is empty. Returns nil after the end of the sound.
    func take(_ count: Int) async -> [Float]? {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                guard state.samples.isEmpty, !state.isFinished else {
                    return true
                }
                state.reader = continuation
                return false
            }
            if goesOn {
                continuation.resume()
            }
        }
        return takeNow(count)
    }

    /// Takes at most `count` samples, none if the queue is empty. Returns nil after the end of the sound.
    func takeNow(_ count: Int) -> [Float]? {
        let (taken, writer) = state.withLock { state -> ([Float]?, CheckedContinuation<Void, Never>?) in
            if state.samples.isEmpty {
                return (state.isFinished ? nil : [], nil)
            }
            let taken = Array(state.samples.prefix(count))
            state.samples.removeFirst(taken.count)
            let writer = state.samples.count <= Self.comfortable ? state.writer : nil
            if writer != nil {
                state.writer = nil
            }
            return (taken, writer)
        }
        writer?.resume()
        return taken
    }

    var backlog: Int {
        state.withLock { $0.samples.count }
    }

    /// Whether all sound has been taken and no more will come.
    var isOver: Bool {
        state.withLock { $0.isFinished && $0.samples.isEmpty }
    }

    private func wake(_ change: (inout State) -> Void) {
        let (reader, writer) = state.withLock { state in
            change(&state)
            let reader = state.reader
            state.reader = nil
            let writer = state.isFinished ? state.writer : nil
            if state.isFinished {
                state.writer = nil
            }
            return (reader, writer)
        }
        reader?.resume()
        writer?.resume()
    }
}

/// Ignores the progress of loading a model.
public final class NoProgress: LoadProgress {
    public init() {}

    public func modelDidAdvance(to fraction: Double, phase: ModelState.Phase) {}
}
