import ParlandoCore
import Synchronization

/// Back-pressure for a file that is read faster than it is recognised. Without it, hours of audio would be read within
/// seconds and all kept in memory. A microphone is never delayed.
final class SoundValve: Sendable {
    private struct State {
        var isOpen = false
        var passed = 0
        var recognised = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// Maximum number of samples waiting for recognition: one minute. This exceeds what a recogniser needs before it
    /// reports the next word or silence.
    private static let most = 60 * AudioBlock.sampleRate
    private let state = Mutex(State())

    /// Counts samples passed to the recogniser, and waits while too many are unrecognised. One caller at a time.
    func pass(_ samples: Int) async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                state.passed += samples
                guard !state.isOpen, state.passed - state.recognised > Self.most else {
                    return true
                }
                state.waiting = continuation
                return false
            }
            if goesOn {
                continuation.resume()
            }
        }
    }

    /// Records that all audio before a time, in seconds, has been recognised.
    func advance(to seconds: Double) {
        change { $0.recognised = max($0.recognised, Int(seconds * Double(AudioBlock.sampleRate))) }
    }

    /// Opens the valve for good, so that the file is no longer delayed.
    func open() {
        change { $0.isOpen = true }
    }

    private func change(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            change(&state)
            guard state.isOpen || state.passed - state.recognised <= Self.most else {
                return nil
            }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
