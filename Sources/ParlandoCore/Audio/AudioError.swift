/// An error of an audio device.
public struct AudioError: Error, Sendable, Equatable {
    /// Cause of an `AudioError`.
    public enum Kind: Sendable, Equatable {
        /// No device has the requested name, or the system has no audio device at all.
        case noDevice
        /// Another program holds the device.
        case busy
        /// Another feature of this program is using the microphone.
        case taken(by: MicrophoneUser)
        /// The user lacks permission to open the device.
        case denied
        /// The device was disconnected while it was in use.
        case lost
        /// The device supports none of the sample formats that the program can convert.
        case unsupported
        case failed
    }

    /// Whether the error was caused by another feature of this program that is using the microphone.
    public var isTaken: Bool {
        if case .taken = kind {
            return true
        }
        return false
    }

    /// Direction of the stream: capture or playback.
    public enum Side: Sendable, Equatable {
        case microphone
        case loudspeaker
    }

    /// Cause of the error.
    public let kind: Kind
    /// Direction of the stream that failed.
    public let side: Side
    /// Details for the log. Never contains anything the user said.
    public let detail: String

    public init(_ kind: Kind, of side: Side = .microphone, detail: String = "") {
        self.kind = kind
        self.side = side
        self.detail = detail
    }
}

/// A feature of this program that can use the microphone. Only one feature can use the microphone at a time, because
/// the captured sound is meant for only one of them.
public enum MicrophoneUser: Sendable, Equatable, CaseIterable {
    case dictation
    case terminal
    case rhythm
    case translator
}
