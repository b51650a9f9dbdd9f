import ParlandoCore
import Synchronization

/// Microphone wrapper that counts samples and records when the first block arrived. If the source is a file, a valve
/// (`SoundValve`) limits how far the file is read ahead of recognition.
final class MeteredMicrophone: Microphone {
    private struct State {
        var began: SuspendingClock.Instant?
        var samples = 0
    }

    private let source: any Microphone
    private let valve: SoundValve?
    private let state = Mutex(State())

    /// - Parameter valve: limits how far a file is read ahead of the recognition; nil if the source cannot wait.
    init(_ source: any Microphone, valve: SoundValve? = nil) {
        self.source = source
        self.valve = valve
    }

    /// Duration of the audio received so far, in seconds.
    var audioSeconds: Double {
        Double(state.withLock { $0.samples }) / Double(AudioBlock.sampleRate)
    }

    /// Time since the first block arrived, in seconds, or 0 if none has arrived.
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
