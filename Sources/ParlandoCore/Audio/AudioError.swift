/// Why a device gives or takes no sound.
public struct AudioError: Error, Sendable, Equatable {
    /// What is wrong, as far as a sentence for people needs to know.
    public enum Kind: Sendable, Equatable {
        /// There is no device of that name, or none at all.
        case noDevice
        /// Another program holds the device.
        case busy
        /// Another page of this program holds the microphone.
        case taken(by: MicrophoneUser)
        /// The system does not let this user open the device.
        case denied
        /// The device went away while it was in use.
        case lost
        /// The device speaks no format that can be converted.
        case unsupported
        case failed
    }

    /// Whether another page of this program holds the microphone.
    public var isTaken: Bool {
        if case .taken = kind {
            return true
        }
        return false
    }

    /// What sound comes from, or goes to.
    public enum Side: Sendable, Equatable {
        case microphone
        case loudspeaker
    }

    /// What is wrong.
    public let kind: Kind
    /// With which device.
    public let side: Side
    /// For the log; never anything a user said.
    public let detail: String

    public init(_ kind: Kind, of side: Side = .microphone, detail: String = "") {
        self.kind = kind
        self.side = side
        self.detail = detail
    }
}

/// Who may hold the microphone. Only one does at a time: two who listen at once would both write down what one of them
/// was told.
public enum MicrophoneUser: Sendable, Equatable, CaseIterable {
    case dictation
    case terminal
    case rhythm
    case translator
}
