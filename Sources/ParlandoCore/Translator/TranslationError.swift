/// Cause of an error of a translation service.
public enum TranslationErrorKind: Sendable, Equatable {
    case keyMissing
    /// The key could not be read from the keyring.
    case keyring(SecretError.Kind)
    /// The service rejects the API key as unknown or invalid.
    case keyRefused
    /// The API key is valid, but the service does not allow this request.
    case forbidden
    /// The API key is valid, but its owner or Google has restricted its use.
    case keyRestricted(KeyRestriction)
    /// In the user's region, the service requires an API key with billing.
    case regionRefused
    case modelGone
    /// There were too many requests. `allowed` is the maximum per minute, or nil if the service does not report one.
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
    /// Packages or models for the language pair are not installed.
    case notInstalled(TranslationPairs.Missing)
    /// The service's answer has no text.
    case empty
    /// The service's answer was truncated.
    case cut
    case badAnswer
    /// The server at this address is not a translation service.
    case notAService
    /// The service's host does not exist or cannot be reached, or there is no network.
    case offline
    /// The connection to the service broke during the transfer.
    case interrupted
    case timedOut
    /// The service's certificate was not accepted.
    case untrusted
    /// The file of certificate authorities cannot be used, so nothing was sent.
    case authorities(AuthorityFault)
    /// The server's address is missing, or it neither uses HTTPS nor leads to this computer.
    case addressRefused
    case tooLong
    case nothingToTranslate
    /// Too many phrases are already waiting to be translated.
    case queueFull
    case failed
}

/// An error of a translation service.
public typealias TranslationError = ServiceError<TranslationErrorKind>

extension TranslationError {
    /// Whether the same request may succeed if it is sent again.
    public var isRetryable: Bool {
        switch kind {
        case .rateLimited, .textLimited, .serverFailed, .badAnswer, .offline, .interrupted, .timedOut: true
        case .keyMissing, .keyring, .keyRefused, .forbidden, .keyRestricted, .regionRefused, .modelGone,
            .quotaExhausted, .requestRefused, .blocked, .pairRefused, .sourceUnknown, .notInstalled, .empty, .cut,
            .notAService, .untrusted, .authorities, .addressRefused, .tooLong, .nothingToTranslate, .queueFull, .failed:
            false
        }
    }

    /// Whether the request may succeed with another prompt for the language model.
    public var isPromptAtFault: Bool {
        [.empty, .cut, .badAnswer, .requestRefused, .blocked(.unknown)].contains(kind)
    }
}

/// The reason that a language model withholds its answer.
public enum TranslationBlock: Sendable, Equatable, CaseIterable {
    /// The service's safety filters classify the text as harmful.
    case safety
    /// The text has terms or subjects that the service never answers.
    case forbiddenContent
    /// The text seems to contain personal data.
    case personalData
    /// The answer would reproduce existing works.
    case recitation
    /// The service does not support the language.
    case language
    /// The service gives no reason.
    case unknown
}
