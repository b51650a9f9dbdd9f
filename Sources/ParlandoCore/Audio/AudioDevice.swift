/// A device that can be listened to or played on.
public struct AudioDevice: Sendable, Hashable, Identifiable {
    /// The name ALSA opens it by, such as `default` or `plughw:CARD=USB,DEV=0`.
    public let id: String
    /// The name people know it by.
    public let name: String

    /// The device that follows the system's own choice.
    public static let systemDefault = AudioDevice(id: "default", name: "")

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Whether it stands for whatever the system chooses, now and later.
    public var isSystemDefault: Bool {
        id == Self.systemDefault.id
    }
}
