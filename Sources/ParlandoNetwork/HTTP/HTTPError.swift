public import ParlandoCore

/// Cause of an `HTTPError`.
public enum HTTPErrorKind: Sendable, Equatable {
    case invalidAddress
    /// The address is neither HTTPS nor plain HTTP to this machine, or another machine redirected the request to this
    /// one.
    case insecure
    case tooManyRedirects
    /// Unknown host, no connection, or no network.
    case unreachable
    case timedOut
    /// The server's certificate is not trusted, or the server does not support TLS 1.2.
    case untrusted
    /// The file of trusted authorities cannot be used, so nothing was sent.
    case authorities(AuthorityFault)
    /// The connection was lost during the transfer.
    case interrupted
    case badAnswer
    case cancelled
    case failed
}

/// Reason why there is no response, or only part of one.
public typealias HTTPError = DetailedError<HTTPErrorKind>
