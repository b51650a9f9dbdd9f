import Foundation
public import ParlandoCore

/// Recognises speech with whisper.cpp. All computation runs on a thread of its own.
public actor WhisperRecognizer: SpeechRecognizer {
    /// A model in memory. Used only on the actor's thread.
    private struct Engine {
        let context: WhisperContext
        /// Path of the voice activity model. It remembers what it heard, so every session has its own.
        let voiceActivity: String
    }

    private let executor = BlockingExecutor(label: "io.github.parlando.whisper")
    private let threads: Int32
    private var engine: Engine?
    /// Sessions that wait for a model.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var loadFailure: RecognitionError?

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// `threads`: how many threads compute; nil: what suits this machine.
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
            // The first computation allocates and touches everything that later ones use.
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
        // Weights, and buffers that grow with the model (measured: tiny.en 60 MB, base 90 MB).
        let needed = weights + weights / 3 + 40_000_000
        if let available = MemoryBudget.available(), available < needed {
            throw RecognitionError(.outOfMemory, detail: "\(needed) bytes needed, \(available) available")
        }
        guard MemoryBudget.canReserve(needed + reserved) else {
            throw RecognitionError(.outOfMemory, detail: "\(needed + reserved) bytes of addresses needed")
        }
    }

    /// Bytes of addresses that are hardly used (measured): 83 MB for each of whisper.cpp's seven plans of a computation, 93
    /// for what it thinks of every token, and some twelve heaps and stacks of threads.
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

    /// Lets sessions that wait for a model see that they were cancelled.
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
        // From a speaker all that waits is taken at once: what was said during a decoding is there for the next one.
        let portion = options.audience == .speaker ? .max : Self.portion
        while let samples = await inbox.take(portion) {
            try Task.checkCancellation()
            try transcriber.append(samples)
            while let events = try transcriber.step() {
                events.forEach { continuation.yield($0) }
                // Other commands, such as loading another model, get their turn.
                await Task.yield()
                try Task.checkCancellation()
                if let warning = overload.check(backlog: inbox.backlog) {
                    continuation.yield(.warning(warning))
                }
                // What is said now is more urgent than what is still weighed. A file is held back by what waits here.
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

    /// Samples of a file taken at once: a second.
    private static let portion = AudioBlock.sampleRate
    /// While so much sound has not been looked at, no more is taken: ten seconds.
    private static let mostAhead = 10 * AudioBlock.sampleRate
}

/// Notices when recognition falls behind a speaker.
struct OverloadWatch {
    private var isBehind = false

    /// `backlog`: samples that wait. Returns a warning when they become more than three seconds.
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
