import Synchronization

/// Counts the sessions in which somebody dictates. Work that nobody waits for, such as files, waits for their end.
/// Thread-safe.
public final class LiveSessions: Sendable {
    private struct State {
        var count = 0
        var watchers: [Int: AsyncStream<Bool>.Continuation] = [:]
        var nextWatcher = 0
    }

    private let state = Mutex(State())

    public init() {}

    public func begin() {
        count(1)
    }

    public func end() {
        count(-1)
    }

    private func count(_ step: Int) {
        state.withLock { state in
            state.count += step
            state.watchers.values.forEach { $0.yield(state.count > 0) }
        }
    }

    /// Waits until no live session is under way, or the task is cancelled.
    public func haveEnded() async {
        for await isUnderWay in changes() where !isUnderWay {
            return
        }
    }

    /// Whether a live session is under way: now, then at each change. Only one task may read the stream.
    public func changes() -> AsyncStream<Bool> {
        let (stream, door) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            state.nextWatcher += 1
            state.watchers[state.nextWatcher] = door
            door.yield(state.count > 0)
            return state.nextWatcher
        }
        door.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.watchers.removeValue(forKey: key) }
        }
        return stream
    }
}
