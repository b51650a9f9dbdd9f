import Logging
public import ParlandoCore
import Synchronization

/// Plays and captures sound through ALSA, timed by one clock. Supports any card, PulseAudio and PipeWire, at any sample
/// rate and number of channels.
///
/// Thread-safe. No call blocks the calling thread. `StreamClock` relates both streams to the monotonic clock. After an
/// xrun (underrun or overrun), frames are skipped so that later ones keep their time. If a device is lost, the
/// transport tries to reopen it twice a second until it is back or the transport is closed.
public final class ALSATransport: AudioTransport {
    private let current = Mutex<TransportSession?>(nil)
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    deinit {
        close()
    }

    /// Opens devices by their ALSA names and returns once they run; nil means `default`.
    ///
    /// Throws `AudioError` with `noDevice`, `busy`, `denied`, `unsupported` or `failed`. `failed` may also mean that
    /// the sound system did not respond within five seconds. An earlier session is closed and its devices released
    /// first.
    public func open(
        _ options: TransportOptions, playing voices: any AudioVoiceMaking
    ) async throws(AudioError) -> AsyncStream<TransportEvent> {
        let session = TransportSession(options, playing: voices, logger: logger)
        let earlier = current.withLock { current in
            defer { current = session }
            return current
        }
        earlier?.close()
        try await session.open(after: earlier)
        return session.delivery.events
    }

    public func close() {
        current.withLock { $0 }?.close()
    }
}
