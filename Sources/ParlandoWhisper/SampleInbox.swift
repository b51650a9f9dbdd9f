import Synchronization

/// Where sound waits for the recogniser. Unbounded in time of need, and it makes a fast producer wait.
final class SampleInbox: Sendable {
    private struct State {
        var samples: [Float] = []
        var isFinished = false
        var reader: CheckedContinuation<Void, Never>?
        var writer: CheckedContinuation<Void, Never>?
    }

    /// A producer faster than the recogniser (a file) is held back at this many samples: 30 s.
    private static let comfortable = 480_000
    private let state = Mutex(State())

    /// Adds sound; waits while more than enough is there.
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

    /// No more sound comes. What is there can still be taken.
    func finish() {
        wake { $0.isFinished = true }
    }

    /// Takes at most `count` samples. Waits until there are some; nil after the end.
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

    /// Takes what is there, at most `count` samples, without waiting: empty when nothing is there, nil after the end.
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

    /// Seconds of sound that wait, in samples.
    var backlog: Int {
        state.withLock { $0.samples.count }
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
