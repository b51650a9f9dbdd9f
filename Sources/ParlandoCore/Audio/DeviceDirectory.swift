/// Port: which devices can be listened to, and which can be played on.
public protocol DeviceDirectory: Sendable {
    /// The microphones there are now, the system's default first.
    func microphones() async -> [AudioDevice]

    /// The loudspeakers there are now, the system's default first.
    func loudspeakers() async -> [AudioDevice]

    /// Says, without being asked, that the lists may have changed.
    func changes() -> AsyncStream<Void>
}
