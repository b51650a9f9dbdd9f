import Logging
public import ParlandoCore
import Synchronization

/// A microphone through ALSA: any card, PulseAudio, PipeWire, at any rate and channel count.
///
/// Blocks are 20 ms long, the last one before a loss or the end may be shorter. May be used from any thread; no call
/// blocks the thread it is made on.
public final class ALSAMicrophone: Microphone {
    private let current = Mutex<CaptureSession?>(nil)
    private let logger = Logger(label: "parlando.audio")

    public init() {}

    deinit {
        close()
    }

    /// Opens a device by its ALSA name and returns when it captures; nil is `default`.
    ///
    /// Throws `AudioError` with `noDevice`, `busy`, `denied`, `unsupported` or `failed`, the last also when the sound
    /// system does not answer within five seconds. An earlier capture is closed first, and its device let go.
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

    /// The books of the last capture.
    var tally: CaptureTally {
        current.withLock { $0?.delivery.tally } ?? CaptureTally()
    }
}
