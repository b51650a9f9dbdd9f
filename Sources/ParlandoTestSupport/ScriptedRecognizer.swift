public import ParlandoCore
import Synchronization

/// A recogniser that says what a test wrote, when as much sound has come as the test says. Counts the samples it was
/// given. May be used from any thread.
public final class ScriptedRecognizer: SpeechRecognizer {
    /// One line of the script: an event, and the seconds of sound after which it is said.
    public struct Cue: Sendable {
        /// Seconds of sound since the session began.
        public var seconds: Double
        /// What is said then.
        public var event: RecognitionEvent

        public init(_ seconds: Double, _ event: RecognitionEvent) {
            self.seconds = seconds
            self.event = event
        }
    }

    private struct State {
        var samples = 0
        var sessions = 0
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
    ///   - script: in the order of its seconds. `.progress` follows every block by itself.
    ///   - ending: what is said after the last block.
    ///   - failure: thrown once `failsAfter` seconds of sound have come.
    ///   - slowness: how long each block takes.
    ///   - isLoaded: false: sound waits until `finishLoading()`.
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

    /// Samples taken in, over every session.
    public var samplesTaken: Int {
        state.withLock { $0.samples }
    }

    /// How often it was asked to transcribe.
    public var sessions: Int {
        state.withLock { $0.sessions }
    }

    /// Sessions that were cancelled before their end.
    public var cancellations: Int {
        state.withLock { $0.cancellations }
    }

    /// Sessions that have not ended.
    public var running: Int {
        state.withLock { $0.running }
    }

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        progress.modelDidAdvance(to: 0, phase: .loading)
        progress.modelDidAdvance(to: 1, phase: .warming)
        finishLoading()
    }

    /// Lets the sound that waits for a model go on.
    public func finishLoading() {
        let waiting = state.withLock { state in
            state.isLoaded = true
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }

    public func unload() async {
        state.withLock { $0.isLoaded = false }
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        state.withLock { state in
            state.sessions += 1
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
