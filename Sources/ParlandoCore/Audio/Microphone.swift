/// Events of an open microphone, in order.
public enum CaptureEvent: Sendable, Equatable {
    case block(AudioBlock)
    /// The device was disconnected. The microphone keeps looking for it, and blocks follow again after `restored`.
    case lost(AudioError)
    case restored(AudioDevice)
}

/// Port: captures sound.
public protocol Microphone: Sendable {
    /// Opens a device (nil: the system's default) and starts capture.
    ///
    /// Returns once the first frame can be captured. The stream is unbounded, so no captured sound is dropped. Only one
    /// capture runs at a time: opening again closes the earlier one.
    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent>

    /// Stops capture. The stream delivers everything captured so far and then ends.
    func close()
}
