import Logging
public import ParlandoCore
import Synchronization

/// Plays sounds through ALSA. Supports any card, PulseAudio and PipeWire, at any sample rate and number of channels.
///
/// Thread-safe. No call blocks the calling thread. Sounds of any sample rate follow each other without a gap. The audio
/// thread takes no lock and allocates nothing.
public final class ALSASoundPlayer: SoundPlayer {
    private let current = Mutex<SpeechSession?>(nil)
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    deinit {
        current.withLock { $0 }?.close()
    }

    public func play(
        _ sounds: AsyncStream<SpokenSound>, on device: AudioDevice.ID?
    ) -> AsyncThrowingStream<Double, any Error> {
        let session = SpeechSession(device, logger: logger)
        let earlier = current.withLock { current in
            defer { current = session }
            return current
        }
        earlier?.close()
        let feeding = Task {
            for await sound in sounds {
                session.add(sound)
            }
            session.finish()
        }
        Task {
            do throws(AudioError) {
                try await session.open(after: earlier)
            } catch {
                session.fail(error)
            }
        }
        return AsyncThrowingStream { heard in
            let relay = Task {
                do {
                    for try await seconds in session.progress {
                        heard.yield(seconds)
                    }
                    heard.finish()
                } catch {
                    heard.finish(throwing: error)
                }
                session.close()
                feeding.cancel()
            }
            heard.onTermination = { _ in
                session.close()
                relay.cancel()
                feeding.cancel()
            }
        }
    }

    public func pause() {
        current.withLock { $0 }?.pause(true)
    }

    public func resume() {
        current.withLock { $0 }?.pause(false)
    }
}
