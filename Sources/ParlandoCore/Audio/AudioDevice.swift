/// A microphone or loudspeaker.
public struct AudioDevice: Sendable, Hashable, Identifiable {
    /// ALSA name: `default`, `plughw:CARD=USB,DEV=0` or, of a sound server, `pulse:headset`.
    public let id: String
    public let name: String

    /// The system's default. It has no name.
    public static let systemDefault = AudioDevice(id: "default", name: "")

    /// What the computer plays, through whichever loudspeaker is the system's default. It has no name.
    public static let computer = AudioDevice(id: "computer", name: "")

    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    /// Whether a device of this name hears what a loudspeaker plays.
    public static func isPlayed(_ id: ID?) -> Bool {
        id == computer.id || [".monitor", ".monitor\""].contains { id?.hasSuffix($0) == true }
    }

    /// Whether this is the system's default rather than a particular device.
    public var isSystemDefault: Bool {
        id == Self.systemDefault.id
    }
}

/// Port: lists the devices.
public protocol DeviceDirectory: Sendable {
    /// The microphones; the system's default comes first.
    func microphones() async -> [AudioDevice]

    /// The loudspeakers; the system's default comes first.
    func loudspeakers() async -> [AudioDevice]

    /// Returns the microphone behind the system's default at present; nil if it is not known.
    func defaultMicrophone() async -> AudioDevice?

    /// Has an element whenever the lists or the default may have changed.
    func changes() -> AsyncStream<Void>
}

/// An error of an audio device.
public struct AudioError: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        /// No device has the name, or there is no device at all.
        case noDevice
        /// Another program holds the device.
        case busy
        /// Another feature of this program uses the microphone.
        case taken(by: MicrophoneUser)
        case denied
        /// The device was disconnected during use.
        case lost
        /// The device has no sample format that can be converted.
        case unsupported
        case failed
    }

    /// Whether another feature of this program uses the microphone.
    public var isTaken: Bool {
        if case .taken = kind {
            return true
        }
        return false
    }

    public enum Side: Sendable, Equatable {
        case microphone
        case loudspeaker
    }

    public let kind: Kind
    /// Direction of the stream that failed.
    public let side: Side
    /// For the log. Never anything that the user said.
    public let detail: String

    public init(_ kind: Kind, of side: Side = .microphone, detail: String = "") {
        self.kind = kind
        self.side = side
        self.detail = detail
    }
}

/// A feature that can use the microphone. Only one does at a time, because what is said is meant for one.
public enum MicrophoneUser: Sendable, Equatable, CaseIterable {
    case dictation
    case terminal
    case rhythm
    case translator
    case captions
}
