import ParlandoCore
import Synchronization

/// Counts samples, and notes when the first block arrived.
final class MeteredMicrophone: Microphone {
    private struct State {
        var began: SuspendingClock.Instant?
        var samples = 0
    }

    private let source: any Microphone
    private let valve: SoundValve?
    private let state = Mutex(State())

    /// - Parameter valve: limits how far a file is read ahead of the recognition.
    init(_ source: any Microphone, valve: SoundValve? = nil) {
        self.source = source
        self.valve = valve
    }

    var audioSeconds: Double {
        Double(state.withLock { $0.samples }) / Double(AudioBlock.sampleRate)
    }

    /// Seconds since the first block arrived.
    var wallSeconds: Double {
        guard let began = state.withLock({ $0.began }) else {
            return 0
        }
        return (SuspendingClock.now - began) / .seconds(1)
    }

    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let events = try await source.open(device)
        return AsyncStream { continuation in
            let pump = Task { [self] in
                for await event in events {
                    count(event)
                    continuation.yield(event)
                    if case .block(let block) = event {
                        await valve?.pass(block.samples.count)
                    }
                }
                continuation.finish()
            }
            continuation.onTermination = { [valve] _ in
                pump.cancel()
                valve?.open()
            }
        }
    }

    func close() {
        source.close()
        valve?.open()
    }

    private func count(_ event: CaptureEvent) {
        guard case .block(let block) = event else {
            return
        }
        state.withLock { state in
            state.began = state.began ?? SuspendingClock.now
            state.samples += block.samples.count
        }
    }
}

/// Delays the reading of a file that is faster than its recognition. Otherwise hours of audio would soon be in memory.
/// A microphone is never delayed.
final class SoundValve: Sendable {
    private struct State {
        var isOpen = false
        var passed = 0
        var recognised = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// A minute of samples may wait. A recognizer needs less before it reports the next word or silence.
    private static let most = 60 * AudioBlock.sampleRate
    private let state = Mutex(State())

    /// Waits while too many samples are unrecognized. One caller at a time.
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

    /// All audio before this time, in seconds, has been recognized.
    func advance(to seconds: Double) {
        change { $0.recognised = max($0.recognised, Int(seconds * Double(AudioBlock.sampleRate))) }
    }

    /// From now on the file is not delayed.
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
