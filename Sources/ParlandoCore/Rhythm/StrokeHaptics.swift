/// Port: haptic feedback for the player's strokes, on devices that support it.
public protocol StrokeHaptics: Sendable {
    /// Gives haptic feedback for a stroke with this grade. Does nothing if the device does not support it. Returns once
    /// the system has accepted the request, and does not wait for the end of the feedback.
    func feel(_ grade: Grade) async
}
