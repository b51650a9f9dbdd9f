/// Why a text is not spoken.
public struct SynthesisError: Error, Sendable, Equatable {
    /// What went wrong, as far as a sentence for people or the next try needs to know.
    public enum Kind: Sendable, Equatable {
        case keyMissing
        /// There may be a key, but it could not be had.
        case keyring(SecretError.Kind)
        case keyRefused
        /// The user has not agreed that text goes to this service.
        case notAgreed
        case forbidden
        /// The key is known, and its owner or Google keeps it from being used like this.
        case keyRestricted(KeyRestriction)
        case modelGone
        case rateLimited
        case quotaExhausted
        case serverFailed
        case blocked
        /// No voice of this service speaks the language.
        case languageRefused
        /// It speaks the language, but cannot read the signs that the text is written in.
        case scriptRefused
        /// The service does not know the voice any more.
        case voiceGone
        /// The answer holds no sound, or sound of a kind that cannot be read.
        case badSound
        case badAnswer
        case offline
        case interrupted
        case timedOut
        case untrusted
        /// Whom to trust is not known, so nothing was sent.
        case authorities(AuthorityFault)
        case tooLong
        case nothingToSay
        /// espeak-ng or its voices are not installed.
        case notInstalled
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log; never a key or what anybody said.
    public let detail: String
    /// How long the service asks to wait before another try.
    public let retryAfter: Duration?

    public init(_ kind: Kind, detail: String = "", retryAfter: Duration? = nil) {
        self.kind = kind
        self.detail = detail
        self.retryAfter = retryAfter
    }
}
