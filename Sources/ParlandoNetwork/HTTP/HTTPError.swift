public import ParlandoCore

/// Why there is no answer, or only a part of one.
public struct HTTPError: Error, Sendable, Equatable {
    /// What a caller can act upon.
    public enum Kind: Sendable, Equatable {
        case invalidAddress
        /// Neither HTTPS nor this machine; asked for, or redirected to.
        case insecure
        case tooManyRedirects
        /// No such host, no connection, or no network.
        case unreachable
        case timedOut
        /// The server could not prove that it is the one asked for, or speaks no TLS 1.2.
        case untrusted
        /// Whom to trust is not known, so nothing was sent.
        case authorities(AuthorityFault)
        /// The connection broke in the middle.
        case interrupted
        case badAnswer
        case cancelled
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log; never a header or a body.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
