/// Port: what the player feels at each stroke, where the device can be felt.
public protocol StrokeHaptics: Sendable {
    /// Lets a stroke be felt; does nothing where there is no such device. Returns at once, or after the system has taken
    /// it over.
    func feel(_ grade: Grade) async
}
