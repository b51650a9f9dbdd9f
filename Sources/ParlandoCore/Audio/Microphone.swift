/// What a microphone has to say, in order.
public enum CaptureEvent: Sendable, Equatable {
    case block(AudioBlock)
    /// The device went away. The microphone keeps looking for it; blocks follow after `restored`.
    case lost(AudioError)
    case restored(AudioDevice)
}

/// Port: something that listens.
public protocol Microphone: Sendable {
    /// Opens a device (nil: the system's default) and begins to listen.
    ///
    /// Returns when the first frame can be captured. The stream is unbounded: nothing captured is dropped.
    /// Only one capture at a time; opening again closes the earlier one.
    func open(_ device: AudioDevice.ID?) async throws(AudioError) -> AsyncStream<CaptureEvent>

    /// Stops listening. Everything captured so far is still delivered, then the stream ends.
    func close()
}
