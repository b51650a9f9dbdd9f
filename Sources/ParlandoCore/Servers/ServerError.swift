/// Why a server did not write down what it was sent. What was sent is still here.
public struct ServerError: Error, Sendable, Equatable {
    /// What went wrong, as far as a sentence for people needs to know.
    public enum Kind: Sendable, Equatable {
        case invalidAddress
        /// Neither HTTPS nor this machine.
        case insecure
        case unreachable
        /// It could not prove that it is the one asked for, or speaks no TLS 1.2.
        case untrusted
        case timedOut
        /// The connection broke in the middle.
        case interrupted
        /// No key, or a wrong one (401, 403).
        case unauthorized
        /// The recording is too large for it (413).
        case tooLarge
        /// It has too much to do (429, 503).
        case busy
        /// It sends to another address; neither sound nor key went there.
        case redirected
        /// It refused for another cause. `reason`: what it says itself, where it says anything.
        case refused(status: Int, reason: Private<String>? = nil)
        /// It answered as if all were well, but with an error in place of a transcript: what it says itself.
        case complained(Private<String>)
        /// It answered with something else than a transcript, such as a web page.
        case notUnderstood
        /// Its answer does not end, or is absurdly long.
        case endless
        /// Its key could not be had.
        case keyring(SecretError.Kind)
        case cancelled
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log; never a key, a sound or a word of a transcript.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
