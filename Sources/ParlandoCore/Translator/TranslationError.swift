/// Cause of a `TranslationError`.
public enum TranslationErrorKind: Sendable, Equatable {
    case keyMissing
    /// The key could not be read from the keyring.
    case keyring(SecretError.Kind)
    /// The service does not know the key.
    case keyRefused
    /// The key is valid, but not for this request.
    case forbidden
    /// The key is valid, but restricted by its owner or by Google.
    case keyRestricted(KeyRestriction)
    /// The service is not available in the user's region with an unpaid key.
    case regionRefused
    case modelGone
    /// There were too many requests. `allowed` is the limit per minute, if the service reports one.
    case rateLimited(allowed: Int?)
    /// Too much text was sent within the current quota period.
    case textLimited
    /// The daily quota is used up.
    case quotaExhausted
    /// The service reported an internal error.
    case serverFailed
    /// The service understood the request but refused it.
    case requestRefused
    case blocked(TranslationBlock)
    /// The service does not support this language pair.
    case pairRefused
    /// The service cannot detect the language of the text, and none is chosen.
    case sourceUnknown
    /// What the language pair needs is not installed.
    case notInstalled(TranslationPairs.Missing)
    /// The answer has no text.
    case empty
    /// The answer was truncated.
    case cut
    case badAnswer
    /// The server at this address is not a translation service.
    case notAService
    /// The host does not exist, or there is no connection or no network.
    case offline
    /// The connection broke during the transfer.
    case interrupted
    case timedOut
    /// The service's certificate was not accepted.
    case untrusted
    /// The file of certificate authorities is unusable, so nothing was sent.
    case authorities(AuthorityFault)
    /// The address is missing, or it neither uses HTTPS nor leads to this computer.
    case addressRefused
    case tooLong
    case nothingToTranslate
    /// Too many phrases are waiting already.
    case queueFull
    case failed
}

/// An error of a translation service.
public typealias TranslationError = ServiceError<TranslationErrorKind>

extension TranslationError {
    /// Whether the same request might succeed if it is repeated.
    public var isRetryable: Bool {
        switch kind {
        case .rateLimited, .textLimited, .serverFailed, .badAnswer, .offline, .interrupted, .timedOut: true
        case .keyMissing, .keyring, .keyRefused, .forbidden, .keyRestricted, .regionRefused, .modelGone,
            .quotaExhausted, .requestRefused, .blocked, .pairRefused, .sourceUnknown, .notInstalled, .empty, .cut,
            .notAService, .untrusted, .authorities, .addressRefused, .tooLong, .nothingToTranslate, .queueFull, .failed:
            false
        }
    }

    /// Whether the request might succeed with another prompt.
    public var isPromptAtFault: Bool {
        [.empty, .cut, .badAnswer, .requestRefused, .blocked(.unknown)].contains(kind)
    }
}

/// The reason that a service withholds an answer.
public enum TranslationBlock: Sendable, Equatable, CaseIterable {
    /// The service's safety filters consider the text harmful.
    case safety
    /// The text contains terms or subjects that the service never answers.
    case forbiddenContent
    /// The text seems to contain personal data.
    case personalData
    /// The answer would recite existing works.
    case recitation
    /// The service does not support the language.
    case language
    /// The service gives no reason.
    case unknown
}
