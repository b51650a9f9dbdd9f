/// Port: haptic feedback for strokes, on devices that support it.
public protocol StrokeHaptics: Sendable {
    /// Gives haptic feedback for a stroke, or does nothing if the device has none. Returns at once, or as soon as the
    /// system has accepted the request.
    func feel(_ grade: Grade) async
}
