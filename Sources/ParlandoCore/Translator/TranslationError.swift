/// Cause of an error of a translation service.
public enum TranslationErrorKind: Sendable, Equatable {
    case keyMissing
    case keyring(SecretError.Kind)
    /// The key is unknown or invalid.
    case keyRefused
    /// The key is valid, but not for this request.
    case forbidden
    /// The key's owner or Google has restricted its use.
    case keyRestricted(KeyRestriction)
    /// In the user's region, a key with billing is required.
    case regionRefused
    case modelGone
    /// `allowed` is the maximum per minute; nil if the service reports none.
    case rateLimited(allowed: Int?)
    /// Too much text within the quota period.
    case textLimited
    case quotaExhausted
    case serverFailed
    /// The service understood the request but refused it.
    case requestRefused
    case blocked(TranslationBlock)
    case pairRefused
    /// The service cannot detect the language of the text.
    case sourceUnknown
    case notInstalled(TranslationPairs.Missing)
    case empty
    /// The answer ended in the middle.
    case cut
    case badAnswer
    /// The server is no translation service.
    case notAService
    /// The host does not exist or cannot be reached, or there is no network.
    case offline
    case interrupted
    case timedOut
    case untrusted
    /// The file of certificate authorities cannot be used, so nothing was sent.
    case authorities(AuthorityFault)
    /// The address is missing, or it neither uses HTTPS nor leads to this computer.
    case addressRefused
    case tooLong
    case nothingToTranslate
    /// Too many phrases wait.
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

    /// Whether another prompt may succeed.
    public var isPromptAtFault: Bool {
        [.empty, .cut, .badAnswer, .requestRefused, .blocked(.unknown)].contains(kind)
    }
}

/// Why a language model withholds its answer.
public enum TranslationBlock: Sendable, Equatable, CaseIterable {
    case safety
    /// The text has terms or subjects that the service never answers.
    case forbiddenContent
    case personalData
    /// The answer would reproduce existing works.
    case recitation
    case language
    case unknown
}

/// Why Google rejects a request with a valid API key (google.api.ErrorReason).
public enum KeyRestriction: Sendable, Equatable, CaseIterable {
    /// The service is not enabled in the Google Cloud project of the key.
    case serviceDisabled
    case otherServices
    case webSites
    case addresses
    case apps
    /// Billing is not enabled in the Google Cloud project of the key.
    case billing
    /// Google has suspended the project of the key.
    case suspended
}

/// Cause of an error of a speech service.
public enum SynthesisErrorKind: Sendable, Equatable {
    case keyMissing
    case keyring(SecretError.Kind)
    case keyRefused
    /// The user has not agreed that text is sent to this service.
    case notAgreed
    case forbidden
    case keyRestricted(KeyRestriction)
    case modelGone
    case rateLimited
    case quotaExhausted
    case serverFailed
    case blocked
    /// The service has no voice for the language.
    case languageRefused
    /// The service speaks the language, but cannot read this script.
    case scriptRefused
    case voiceGone
    /// The answer has no sound, or sound in an unknown format.
    case badSound
    case badAnswer
    case offline
    case interrupted
    case timedOut
    case untrusted
    case authorities(AuthorityFault)
    case tooLong
    case nothingToSay
    /// espeak-ng or its voices are not installed.
    case notInstalled
    /// The library of natural voices is not installed, or has another version.
    case naturalVoicesMissing
    /// A file of a natural voice is damaged. It was renamed so that it is not used.
    case voiceDamaged
    /// A file of an imported natural voice is damaged. The voice was removed.
    case ownVoiceDamaged
    /// A natural voice does not fit into memory, or cannot be loaded for another reason.
    case voiceUnloadable
    /// A natural voice was loaded but fails when it speaks: its network, or espeak-ng, which makes the phonemes.
    case voiceBroken
    case failed
}

extension SynthesisErrorKind {
    /// Whether the error concerns a natural voice, so that an espeak-ng voice can speak instead.
    public var isOfNaturalVoice: Bool {
        switch self {
        case .naturalVoicesMissing, .voiceDamaged, .ownVoiceDamaged, .voiceUnloadable, .voiceBroken: true
        default: false
        }
    }
}

/// An error of a speech service.
public typealias SynthesisError = ServiceError<SynthesisErrorKind>
