/// Port: lists the devices for capture and for playback.
public protocol DeviceDirectory: Sendable {
    /// Returns the microphones that are connected, the system's default first.
    func microphones() async -> [AudioDevice]

    /// Returns the loudspeakers that are connected, the system's default first.
    func loudspeakers() async -> [AudioDevice]

    /// Returns the microphone to which the system's default leads at present, under its own name; nil if that is not
    /// known.
    func defaultMicrophone() async -> AudioDevice?

    /// Returns a stream with an element whenever the lists or the default may have changed.
    func changes() -> AsyncStream<Void>
}
