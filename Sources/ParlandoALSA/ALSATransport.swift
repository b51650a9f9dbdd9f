import Logging
public import ParlandoCore
import Synchronization

/// Sound out and in through ALSA on one clock: any card, PulseAudio, PipeWire, at any rate and channel count.
///
/// May be used from any thread; no call blocks the thread it is made on. Both streams are joined to the monotonic clock
/// by `TimeMapFit`; when a device runs empty or full, frames are left out so that what follows keeps its moment. Lost
/// devices are looked for twice a second until they are back or the transport is closed.
public final class ALSATransport: AudioTransport {
    private let current = Mutex<TransportSession?>(nil)
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    deinit {
        close()
    }

    /// Opens devices by their ALSA names and returns when they run; nil is `default`.
    ///
    /// Throws `AudioError` with `noDevice`, `busy`, `denied`, `unsupported` or `failed`, the last also when the sound
    /// system does not answer within five seconds. An earlier use is closed first, and its devices let go.
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
