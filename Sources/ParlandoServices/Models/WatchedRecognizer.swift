public import ParlandoCore
import Synchronization

/// A recogniser that counts the sessions that use it, so that its model stays in memory while there is one.
///
/// The services that transcribe and the one that manages the models share one instance. It is safe to call from any
/// thread.
public final class WatchedRecognizer: SpeechRecognizer {
    private typealias Door = AsyncThrowingStream<RecognitionEvent, any Error>.Continuation

    private struct State {
        var count = 0
        var next = 0
        /// Sessions that have not produced any event yet, including those that wait for a model to load.
        var silent: [Int: Door] = [:]
    }

    /// The number of sessions under way, sent each time it changes. Only one task may read the stream.
    public let uses: AsyncStream<Int>

    private let recognizer: any SpeechRecognizer
    private let state = Mutex(State())
    private let news: AsyncStream<Int>.Continuation

    /// - Parameter recognizer: the recogniser that does the work.
    public init(_ recognizer: any SpeechRecognizer) {
        self.recognizer = recognizer
        (uses, news) = AsyncStream.makeStream(of: Int.self)
    }

    deinit {
        news.finish()
    }

    public func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError) {
        try await recognizer.load(files, progress: progress)
    }

    public func unload() async {
        await recognizer.unload()
    }

    public func transcribe(
        _ blocks: AsyncStream<AudioBlock>, options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error> {
        let (stream, door) = AsyncThrowingStream.makeStream(of: RecognitionEvent.self)
        let id = begin(door)
        let events = recognizer.transcribe(blocks, options: options)
        let session = Task {
            var isSilent = true
            do {
                for try await event in events {
                    if isSilent {
                        isSilent = false
                        state.withLock { _ = $0.silent.removeValue(forKey: id) }
                    }
                    door.yield(event)
                }
                door.finish()
            } catch {
                door.finish(throwing: error)
            }
            end(id)
        }
        // The reader went away, or the session was dismissed. If the session has ended by itself, cancelling has no
        // effect.
        door.onTermination = { _ in session.cancel() }
        return stream
    }

    /// Ends all sessions that have not produced any event yet with this error, because no model is coming for them.
    func dismissWaiting(_ error: RecognitionError) {
        let waiting = state.withLock { Array($0.silent.values) }
        waiting.forEach { $0.finish(throwing: error) }
    }

    // The counts are sent while the lock is held, so that they arrive in order.

    private func begin(_ door: Door) -> Int {
        state.withLock { state in
            state.next += 1
            state.silent[state.next] = door
            state.count += 1
            news.yield(state.count)
            return state.next
        }
    }

    private func end(_ id: Int) {
        state.withLock { state in
            state.silent[id] = nil
            state.count -= 1
            news.yield(state.count)
        }
    }
}
