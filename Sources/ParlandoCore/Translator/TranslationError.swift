/// Why there is no translation.
public struct TranslationError: Error, Sendable, Equatable {
    /// What went wrong, as far as a sentence for people or the next try needs to know.
    public enum Kind: Sendable, Equatable {
        case keyMissing
        /// There may be a key, but it could not be had.
        case keyring(SecretError.Kind)
        /// The service does not know the key.
        case keyRefused
        /// The key is known, but not for this.
        case forbidden
        /// The key is known, and its owner or Google keeps it from being used like this.
        case keyRestricted(KeyRestriction)
        /// The service is not offered at this place on these terms.
        case regionRefused
        case modelGone
        /// Too many requests just now. `allowed`: how many there may be in a minute, where the service says so.
        case rateLimited(allowed: Int?)
        /// Too much text just now.
        case textLimited
        /// Nothing more today.
        case quotaExhausted
        /// The service is in trouble itself.
        case serverFailed
        /// It understood the request and does not want to answer it.
        case requestRefused
        case blocked(TranslationBlock)
        /// It does not translate between these languages.
        case pairRefused
        /// The answer holds no text.
        case empty
        /// The answer ended before the text did.
        case cut
        case badAnswer
        /// Something else answers at this address.
        case notAService
        /// No such host, no connection, or no network.
        case offline
        /// The connection broke in the middle.
        case interrupted
        case timedOut
        /// The service could not prove who it is.
        case untrusted
        /// Whom to trust is not known, so nothing was sent.
        case authorities(AuthorityFault)
        /// Neither HTTPS nor this machine, or no address at all.
        case addressRefused
        case tooLong
        case nothingToTranslate
        /// Too many phrases wait already.
        case queueFull
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

    /// Whether another try with nothing changed can help.
    public var isRetryable: Bool {
        switch kind {
        case .rateLimited, .textLimited, .serverFailed, .badAnswer, .offline, .interrupted, .timedOut: true
        case .keyMissing, .keyring, .keyRefused, .forbidden, .keyRestricted, .regionRefused, .modelGone,
            .quotaExhausted, .requestRefused, .blocked, .pairRefused, .empty, .cut, .notAService, .untrusted,
            .authorities, .addressRefused, .tooLong, .nothingToTranslate, .queueFull, .failed:
            false
        }
    }

    /// Whether asking in other words can help.
    public var isPromptAtFault: Bool {
        [.empty, .cut, .badAnswer, .requestRefused, .blocked(.unknown)].contains(kind)
    }
}

/// Why a service keeps an answer back.
public enum TranslationBlock: Sendable, Equatable, CaseIterable {
    /// Its filters call the text harmful.
    case safety
    /// The text holds words or things that it never speaks about.
    case forbiddenContent
    /// The text seems to hold somebody's personal data.
    case personalData
    /// The answer would repeat a work of others.
    case recitation
    /// It does not support the language.
    case language
    /// It does not say why.
    case unknown
}
