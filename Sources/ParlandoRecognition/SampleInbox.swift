import ParlandoCore
import Synchronization

/// A queue of samples for the recogniser. `append` waits while the queue is long, which slows down a fast producer.
final class SampleInbox: Sendable {
    private struct State {
        var samples: [Float] = []
        var isFinished = false
        var reader: CheckedContinuation<Void, Never>?
        var writer: CheckedContinuation<Void, Never>?
    }

    /// Maximum number of queued samples (30 s) at which `append` does not wait. Only a producer faster than the
    /// recogniser, such as the reader of a file, exceeds this number.
    private static let comfortable = 480_000
    private let state = Mutex(State())

    /// Adds samples. Returns once the queue is short enough.
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

    /// Marks the end of the sound. Samples in the queue can still be taken.
    func finish() {
        wake { $0.isFinished = true }
    }

    /// Removes and returns at most `count` samples. Waits while the queue is empty. Returns nil after the end of the
    /// sound.
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

    /// Removes and returns at most `count` samples without waiting. Returns an empty array if the queue is empty, and
    /// nil after the end of the sound.
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

    /// Number of samples in the queue.
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
