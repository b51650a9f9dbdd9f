/// Events of an open microphone, in order.
public enum CaptureEvent: Sendable, Equatable {
    case block(AudioBlock)
    /// The device was disconnected. Capture resumes after `restored`, once the device is back.
    case lost(AudioError)
    case restored(AudioDevice)
}

/// Port: captures sound.
public protocol Microphone: Sendable {
    /// Opens a device and starts capture. Opens the system's default device if `device` is nil.
    ///
    /// Returns once the first frame can be captured. The stream is unbounded, so no captured sound is dropped. Only one
    /// capture runs at a time: opening a device ends the earlier capture.
    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent>

    /// Stops capture. The stream delivers all sound captured so far and then ends.
    func close()
}
