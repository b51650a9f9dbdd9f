/// Cause of an error of a speech recognition server.
public enum ServerErrorKind: Sendable, Equatable {
    case invalidAddress
    /// The server's address uses plain HTTP and does not lead to this computer.
    case insecure
    case unreachable
    /// The server's certificate was not accepted, or the server does not support TLS 1.2.
    case untrusted
    case timedOut
    /// The connection broke during the transfer.
    case interrupted
    /// The API key is missing or wrong (HTTP status 401 or 403).
    case unauthorized
    /// The recording is too large for the server (HTTP status 413).
    case tooLarge
    /// The server is overloaded (HTTP status 429 or 503).
    case busy
    /// The server redirected the request to another address. Neither the sound nor the key was sent to that address.
    case redirected
    /// The server refused the request with this HTTP status. `reason` is the server's own message; nil if there is
    /// none.
    case refused(status: Int, reason: Private<String>? = nil)
    /// The server reported success but sent an error message instead of a transcript. The associated value is this
    /// message.
    case complained(Private<String>)
    /// The server's answer is not a transcript, but for example a web page.
    case notUnderstood
    /// The server's answer is longer than any transcript can be, or never ends.
    case endless
    /// The server's key could not be read from the keyring.
    case keyring(SecretError.Kind)
    case cancelled
    case failed
}

/// An error of a speech recognition server. The sound that the server did not recognise is kept.
public typealias ServerError = DetailedError<ServerErrorKind>
