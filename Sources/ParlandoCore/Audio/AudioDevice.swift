/// An audio device for capture or playback.
public struct AudioDevice: Sendable, Hashable, Identifiable {
    /// ALSA name of the device, such as `default`, `plughw:CARD=USB,DEV=0` or, of a sound server, `pulse:headset`.
    public let id: String
    /// Name of the device, as shown to the user.
    public let name: String

    /// The system's default device. Its display name is empty.
    public static let systemDefault = AudioDevice(id: "default", name: "")

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Whether this is the system's default device, rather than a particular one.
    public var isSystemDefault: Bool {
        id == Self.systemDefault.id
    }
}
