/// Port: lists the devices for capture and for playback.
public protocol DeviceDirectory: Sendable {
    /// Returns the microphones that are connected, the system's default first.
    func microphones() async -> [AudioDevice]

    /// Returns the loudspeakers that are connected, the system's default first.
    func loudspeakers() async -> [AudioDevice]

    /// Returns a stream with an element whenever the lists may have changed.
    func changes() -> AsyncStream<Void>
}
