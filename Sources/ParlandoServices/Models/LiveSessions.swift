import Synchronization

/// Counts the live sessions, that is, sessions in which somebody is dictating. Work that nobody waits for, such as the
/// transcription of files, waits until these sessions have ended. Thread-safe.
public final class LiveSessions: Sendable {
    private struct State {
        var count = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var nextWait = 0
        var watchers: [Int: AsyncStream<Bool>.Continuation] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// Records that a live session has begun.
    public func begin() {
        state.withLock { state in
            state.count += 1
            state.watchers.values.forEach { $0.yield(state.count > 0) }
        }
    }

    /// Records that a live session has ended.
    public func end() {
        let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            state.watchers.values.forEach { $0.yield(state.count > 0) }
            guard state.count == 0 else {
                return []
            }
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        woken.forEach { $0.resume() }
    }

    /// Waits until no live session is under way, or the task is cancelled.
    public func haveEnded() async {
        let key = state.withLock { state in
            state.nextWait += 1
            return state.nextWait
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wait in
                let goesOn = state.withLock { state in
                    guard state.count > 0, !Task.isCancelled else {
                        return true
                    }
                    state.waiting[key] = wait
                    return false
                }
                if goesOn {
                    wait.resume()
                }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: key) }?.resume()
        }
    }

    /// Returns a stream of whether a live session is under way: the current state, then each change. Only one task may
    /// read the stream.
    public func changes() -> AsyncStream<Bool> {
        let (stream, door) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            state.nextWait += 1
            state.watchers[state.nextWait] = door
            door.yield(state.count > 0)
            return state.nextWait
        }
        door.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.watchers.removeValue(forKey: key) }
        }
        return stream
    }
}
