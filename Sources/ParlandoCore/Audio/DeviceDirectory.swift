/// Port: which devices can be listened to.
public protocol DeviceDirectory: Sendable {
    /// The devices there are now, the system's default first.
    func microphones() async -> [AudioDevice]

    /// Says, without being asked, that the list may have changed.
    func changes() -> AsyncStream<Void>
}
