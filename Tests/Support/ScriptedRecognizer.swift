public import ParlandoCore
import Synchronization

/// Recogniser that sends the events of a script once the given amount of audio has arrived, and counts the samples it
/// received. Thread-safe.
public final class ScriptedRecognizer: LoadableRecognizer {
    /// Line of the script: an event, and the amount of audio after which it is sent.
    public struct Cue: Sendable {
        /// Audio since the session began, in seconds.
        public var seconds: Double
        public var event: RecognitionEvent

        public init(_ seconds: Double, _ event: RecognitionEvent) {
            self.seconds = seconds
            self.event = event
        }
    }

    private struct State {
        var samples = 0
        var options: [RecognitionOptions] = []
        var cancellations = 0
        var running = 0
        var isLoaded: Bool
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let script: [Cue]
    private let ending: [RecognitionEvent]
    private let failure: RecognitionError?
    private let failsAfter: Double
    private let slowness: Duration
    private let state: Mutex<State>

    /// - Parameters:
    ///   - script: events in order of time. `.progress` is sent automatically after each block.
    ///   - ending: events sent after the last block.
    ///   - failure: error thrown once `failsAfter` seconds of audio have arrived.
    ///   - slowness: processing time of each block.
    ///   - isLoaded: if false, audio waits until `finishLoading()`.
    public init(
        script: [Cue] = [], ending: [RecognitionEvent] = [], failure: RecognitionError? = nil, failsAfter: Double = 0,
        slowness: Duration = .zero, isLoaded: Bool = true
    ) {
        self.script = script
        self.ending = ending
        self.failure = failure
        self.failsAfter = failsAfter
        self.slowness = slowness
        state = Mutex(State(isLoaded: isLoaded))
    }

    /// Number of samples received, over all sessions.
    public var samplesTaken: Int {
        state.withLock { $0.samples }
    }

    public var sessions: Int {
        options.count
    }

    public var options: [RecognitionOptions] {
        state.withLock { $0.options }
    }

    public var cancellations: Int {
        state.withLock { $0.cancellations }
    }

    /// Number of sessions that have not ended.
    public var running: Int {
        state.withLock { $0.running }
    }

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        progress.modelDidAdvance(to: 0, phase: .loading)
        progress.modelDidAdvance(to: 1, phase: .warming)
        finishLoading()
    }

    /// Marks the model as loaded, so that waiting audio is processed.
    public func finishLoading() {
        let waiting = state.withLock { state in
            state.isLoaded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    public var speed: Double? { nil }

    public func unload() async {
        state.withLock { $0.isLoaded = false }
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        state.withLock { state in
            state.options.append(options)
            state.running += 1
        }
        return AsyncThrowingStream { continuation in
            let session = Task {
                do {
                    try await run(blocks, continuation)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
                state.withLock { $0.running -= 1 }
            }
            continuation.onTermination = { reason in
                if case .cancelled = reason {
                    self.cancel(session)
                }
            }
        }
    }

    private func cancel(_ session: Task<Void, Never>) {
        state.withLock { $0.cancellations += 1 }
        session.cancel()
        finishWaiting()
    }

    private func finishWaiting() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    private func waitUntilLoaded() async {
        await withCheckedContinuation { continuation in
            let isLoaded = state.withLock { state in
                if !state.isLoaded, !Task.isCancelled {
                    state.waiting.append(continuation)
                    return false
                }
                return true
            }
            if isLoaded {
                continuation.resume()
            }
        }
    }

    private func run(
        _ blocks: AsyncStream<AudioBlock>,
        _ continuation: AsyncThrowingStream<RecognitionEvent, any Error>.Continuation
    ) async throws {
        await waitUntilLoaded()
        var cues = script[...]
        var samples = 0
        for await block in blocks {
            if slowness > .zero {
                try await Task.sleep(for: slowness)
            }
            samples += block.samples.count
            state.withLock { $0.samples += block.samples.count }
            let seconds = Double(samples) / Double(AudioBlock.sampleRate)
            while let cue = cues.first, cue.seconds <= seconds {
                continuation.yield(cue.event)
                cues.removeFirst()
            }
            if let failure, seconds >= failsAfter {
                throw failure
            }
            continuation.yield(.progress(seconds: seconds))
        }
        try Task.checkCancellation()
        ending.forEach { continuation.yield($0) }
    }
}
