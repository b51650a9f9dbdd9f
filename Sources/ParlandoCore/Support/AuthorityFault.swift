/// Why a file of certificate authorities cannot be used. Nothing is sent then: whoever else is trusted in their place
/// could read it.
public struct AuthorityFault: Sendable, Equatable {
    /// What is wrong with it.
    public enum Reason: Sendable, Equatable, CaseIterable {
        case missing
        case unreadable
        case empty
        /// It holds something else than certificates in PEM.
        case notCertificates
    }

    /// Its path.
    public let file: String
    /// What is wrong with it.
    public let reason: Reason

    public init(_ file: String, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }
}
