/// The reason that a file of certificate authorities is unusable. In this case nothing is sent, because trusting other
/// authorities instead would let them read the data.
public struct AuthorityFault: Sendable, Equatable {
    /// Problem with the file.
    public enum Reason: Sendable, Equatable, CaseIterable {
        case missing
        case unreadable
        case empty
        /// The file contains something other than PEM certificates.
        case notCertificates
    }

    /// Path of the file.
    public let file: String
    /// Problem with the file.
    public let reason: Reason

    public init(_ file: String, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }
}
