import Synchronization

/// Keeps the first of several results of one request, and discards later ones. Thread-safe.
final class FirstAnswer<Value: Sendable>: Sendable {
    private struct State {
        var answer: Result<Value, any Error>?
        var waiting: CheckedContinuation<Value, any Error>?
    }

    private let state = Mutex(State())

    /// Sets the result, unless there is one already.
    func give(_ answer: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            guard state.answer == nil else {
                return nil
            }
            state.answer = answer
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(with: answer)
    }

    /// The first result. Waits until there is one; only one task may wait.
    var value: Value {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<Value, any Error>? in
                    if state.answer == nil {
                        state.waiting = continuation
                    }
                    return state.answer
                }
                if let answer {
                    continuation.resume(with: answer)
                }
            }
        }
    }
}
