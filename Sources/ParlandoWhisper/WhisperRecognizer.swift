import Foundation
public import ParlandoCore

/// A speech recogniser based on whisper.cpp. All computation runs on a thread of its own.
public actor WhisperRecognizer: SpeechRecognizer {
    /// A loaded model. Used only on the actor's thread.
    private struct Engine {
        let context: WhisperContext
        /// Path of the voice activity model. A detector has internal state, so that each session creates its own.
        let voiceActivity: String
    }

    private let executor = BlockingExecutor(label: "io.github.parlando.whisper")
    private let threads: Int32
    private var engine: Engine?
    /// Sessions that wait for a model to be loaded.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var loadFailure: RecognitionError?

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes a recogniser. `threads` is the number of threads for computation; nil for a suitable number for this
    /// machine.
    public init(threads: Int? = nil) {
        self.threads = Int32(threads ?? min(4, max(1, ProcessInfo.processInfo.activeProcessorCount)))
    }

    // MARK: Loading

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        engine = nil
        loadFailure = nil
        do {
            try Self.checkMemory(for: files)
            progress.modelDidAdvance(to: 0, phase: .loading)
            let context = try WhisperContext(path: files.weights) { progress.modelDidAdvance(to: $0, phase: .loading) }
            _ = try SileroGate(path: files.voiceActivity)
            progress.modelDidAdvance(to: 0, phase: .warming)
            // The first computation allocates all memory that later ones use.
            let decoder = WhisperDecoder(context: context, threads: threads, cancel: CancelFlag())
            _ = try decoder.decode(DecodeRequest(samples: [Float](repeating: 0, count: AudioBlock.sampleRate / 2)))
            progress.modelDidAdvance(to: 1, phase: .warming)
            engine = Engine(context: context, voiceActivity: files.voiceActivity)
        } catch {
            loadFailure = error as? RecognitionError ?? RecognitionError(.engineFailed, detail: "\(error)")
        }
        waiting.forEach { $0.resume() }
        waiting = []
        if let loadFailure {
            throw loadFailure
        }
    }

    public func unload() {
        engine = nil
    }

    private static func checkMemory(for files: ModelFiles) throws(RecognitionError) {
        let weights = (try? FileManager.default.attributesOfItem(atPath: files.weights)[.size] as? Int64) ?? nil
        guard let weights else {
            throw RecognitionError(.modelMissing, detail: files.model.name)
        }
        // The weights, and buffers that grow with the model (measured: tiny.en 60 MB, base 90 MB).
        let needed = weights + weights / 3 + 40_000_000
        if let available = MemoryBudget.available(), available < needed {
            throw RecognitionError(.outOfMemory, detail: "\(needed) bytes needed, \(available) available")
        }
        guard MemoryBudget.canReserve(needed + reserved) else {
            throw RecognitionError(.outOfMemory, detail: "\(needed + reserved) bytes of addresses needed")
        }
    }

    /// Address space in bytes that is reserved but hardly used (measured): 83 MB for each of whisper.cpp's seven
    /// compute graphs, 93 MB for the logits of all tokens of a text, and about twelve heaps and thread stacks.
    private static let reserved: Int64 = 1_450_000_000

    private func loadedEngine() async throws -> Engine {
        while true {
            try Task.checkCancellation()
            if let engine {
                return engine
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

    /// Wakes sessions that wait for a model, so that they notice their cancellation.
    private func wakeWaiting() {
        waiting.forEach { $0.resume() }
        waiting = []
    }

    private func run(
        _ inbox: SampleInbox, options: RecognitionOptions, cancel: CancelFlag,
        into continuation: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation
    ) async throws {
        let engine = try await loadedEngine()
        var transcriber = LiveTranscriber(
            decoder: WhisperDecoder(
                context: engine.context, threads: threads, cancel: cancel, translates: options.translatesIntoEnglish),
            gate: try SileroGate(path: engine.voiceActivity),
            policy: options.audience == .speaker ? LivePolicy() : .file,
            isMultilingual: engine.context.isMultilingual,
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
                // Gives other calls on the actor, such as loading another model, a chance to run.
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

    /// Number of samples of a file taken at once: one second.
    private static let portion = AudioBlock.sampleRate
    /// Number of unprocessed samples from which no more are taken: ten seconds.
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
