public import ParlandoCore
import Synchronization

/// A recogniser whose loading ends when the test says so. Its sessions last as long as their sound.
public final class LoadingRecognizer: LoadableRecognizer {
    public enum Command: Sendable, Equatable {
        case load(String)
        case unload
    }

    private struct State {
        var progress: (any LoadProgress)?
        var end: CheckedContinuation<RecognitionError?, Never>?
        var holdsUnloading = false
        var unloading: CheckedContinuation<Void, Never>?
        var sessions = 0
        var running = 0
        var sessionsDuringLoad = 0
        var samples = 0
        var speed: Double?
    }

    /// Every command as it comes, to be waited for. For one reader.
    public let commands: AsyncStream<Command>
    private let log: AsyncStream<Command>.Continuation
    private let state = Mutex(State())

    public init() {
        (commands, log) = AsyncStream.makeStream(of: Command.self)
    }

    public var sessions: Int {
        state.withLock { $0.sessions }
    }

    public var sessionsDuringLoad: Int {
        state.withLock { $0.sessionsDuringLoad }
    }

    /// Number of samples that all sessions have heard.
    public var samples: Int {
        state.withLock { $0.samples }
    }

    public var speed: Double? {
        state.withLock { $0.speed }
    }

    public func measure(_ speed: Double) {
        state.withLock { $0.speed = speed }
    }

    public func advance(to fraction: Double, _ phase: ModelState.Phase) {
        state.withLock { $0.progress }?.modelDidAdvance(to: fraction, phase: phase)
    }

    /// Ends the loading under way; call after `.load` was seen.
    public func finish(_ failure: RecognitionError.Kind? = nil) {
        let end = state.withLock { state in
            defer { state.end = nil }
            return state.end
        }
        end?.resume(returning: failure.map { RecognitionError($0) })
    }

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        let failure = await withCheckedContinuation { end in
            state.withLock { state in
                state.sessionsDuringLoad += state.running
                state.progress = progress
                state.end = end
            }
            log.yield(.load(files.model.name))
        }
        if let failure {
            throw failure
        }
    }

    /// From now on unloading lasts until `finishUnloading`.
    public func holdUnloading() {
        state.withLock { $0.holdsUnloading = true }
    }

    public func finishUnloading() {
        let unloading = state.withLock { state in
            state.holdsUnloading = false
            return state.unloading.take()
        }
        unloading?.resume()
    }

    public func unload() async {
        await withCheckedContinuation { end in
            let waits = state.withLock { state in
                if state.holdsUnloading {
                    state.unloading = end
                }
                return state.holdsUnloading
            }
            if !waits {
                end.resume()
            }
        }
        log.yield(.unload)
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        state.withLock { state in
            state.sessions += 1
            state.running += 1
        }
        return AsyncThrowingStream { door in
            let session = Task {
                for await block in blocks {
                    self.state.withLock { $0.samples += block.samples.count }
                }
                self.state.withLock { $0.running -= 1 }
                door.finish()
            }
            door.onTermination = { _ in session.cancel() }
        }
    }
}

/// Fake source of warnings about memory pressure, which a test sends. For a single reader.
public final class FakeMemoryPressure: MemoryPressure {
    private let news: AsyncStream<Void>
    private let newsDoor: AsyncStream<Void>.Continuation
    private let questions: AsyncStream<Void>
    private let questionDoor: AsyncStream<Void>.Continuation

    /// Starts without memory pressure.
    public init() {
        (news, newsDoor) = AsyncStream.makeStream(of: Void.self)
        (questions, questionDoor) = AsyncStream.makeStream(of: Void.self)
    }

    /// Sends a warning of memory pressure, and waits until the code under test has handled the warning.
    public func warn() async {
        await questions.first { true }
        newsDoor.yield()
        await questions.first { true }
        // The second request of the code under test is unanswered, so it is put back for the next warning.
        questionDoor.yield()
    }

    public func warnings() -> AsyncStream<Void> {
        AsyncStream { [news, questionDoor] in
            questionDoor.yield()
            return await news.first { true }
        }
    }
}
