/// Cause of a `ServerError`.
public enum ServerErrorKind: Sendable, Equatable {
    case invalidAddress
    /// The address neither uses HTTPS nor leads to this computer.
    case insecure
    case unreachable
    /// The server's certificate was not accepted, or the server does not support TLS 1.2.
    case untrusted
    case timedOut
    /// The connection broke during the transfer.
    case interrupted
    /// The key is missing or wrong (401, 403).
    case unauthorized
    /// The recording is too large for the server (413).
    case tooLarge
    /// The server is overloaded (429, 503).
    case busy
    /// The server redirected to another address. Neither sound nor key was sent there.
    case redirected
    /// The server refused the request for another reason. `reason` is the server's own message, if it sent one.
    case refused(status: Int, reason: Private<String>? = nil)
    /// The server reported success but sent an error message instead of a transcript. The associated value is that
    /// message.
    case complained(Private<String>)
    /// The answer is not a transcript, for example a web page.
    case notUnderstood
    /// The answer is endless or far too long.
    case endless
    /// The server's key could not be read from the keyring.
    case keyring(SecretError.Kind)
    case cancelled
    case failed
}

/// An error of a speech recognition server. The sound that was to be recognised is kept.
public typealias ServerError = DetailedError<ServerErrorKind>
