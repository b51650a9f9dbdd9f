import ParlandoCore
import Synchronization

/// Holds a file back until most of what came from it is recognised: hours that are read in seconds would all lie in
/// memory until somebody hears them. A microphone is never held back.
final class SoundValve: Sendable {
    private struct State {
        var isOpen = false
        var passed = 0
        var recognised = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// Samples that may wait to be recognised: a minute. More than a recogniser ever needs before it tells of the next
    /// word or silence.
    private static let most = 60 * AudioBlock.sampleRate
    private let state = Mutex(State())

    /// Counts samples that go to the recogniser, and waits while too many are on their way. For one caller at a time.
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

    /// Everything before this moment of the sound is recognised.
    func advance(to seconds: Double) {
        change { $0.recognised = max($0.recognised, Int(seconds * Double(AudioBlock.sampleRate))) }
    }

    /// Holds nothing back any more.
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
