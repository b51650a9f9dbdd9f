import Logging
public import ParlandoCore
import Synchronization

/// Captures sound from a microphone through ALSA. Supports any card, PulseAudio and PipeWire, at any sample rate and
/// number of channels.
///
/// Blocks are 20 ms long; the last one before a loss or the end may be shorter. Thread-safe. No call blocks the calling
/// thread.
public final class ALSAMicrophone: Microphone {
    private let current = Mutex<CaptureSession?>(nil)
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    deinit {
        close()
    }

    /// Opens a device by its ALSA name and returns once it captures; nil means `default`.
    ///
    /// Throws `AudioError` with `noDevice`, `busy`, `denied`, `unsupported` or `failed`. `failed` may also mean that
    /// the sound system did not respond within five seconds. An earlier capture is closed and its device released
    /// first.
    public func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent> {
        let session = CaptureSession(device ?? AudioDevice.systemDefault.id, logger: logger)
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

    /// Statistics of the last capture.
    var tally: CaptureTally {
        current.withLock { $0?.delivery.tally } ?? CaptureTally()
    }
}
