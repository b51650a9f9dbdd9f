/// Why a device cannot be heard.
public struct AudioError: Error, Sendable, Equatable {
    /// What is wrong, as far as a sentence for people needs to know.
    public enum Kind: Sendable, Equatable {
        /// There is no device of that name, or none at all.
        case noDevice
        /// Another program holds the device.
        case busy
        /// The system does not let this user open the device.
        case denied
        /// The device went away while it was in use.
        case lost
        /// The device speaks no format that can be converted.
        case unsupported
        case failed
    }

    /// What is wrong.
    public let kind: Kind
    /// For the log; never anything a user said.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
