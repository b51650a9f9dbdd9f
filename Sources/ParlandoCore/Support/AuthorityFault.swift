/// The reason that a file of certificate authorities cannot be used. Nothing is sent in this case, because the
/// connection might be intercepted if other authorities were trusted instead.
public struct AuthorityFault: Sendable, Equatable {
    /// Problem with a file of certificate authorities.
    public enum Reason: Sendable, Equatable, CaseIterable {
        case missing
        case unreadable
        case empty
        /// The file contains something other than PEM certificates.
        case notCertificates
    }

    /// Path of the file of certificate authorities.
    public let file: String
    /// Problem with the file of certificate authorities.
    public let reason: Reason

    public init(_ file: String, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }
}
