/// Cause of an error of a speech service.
public enum SynthesisErrorKind: Sendable, Equatable {
    case keyMissing
    /// The key could not be read from the keyring.
    case keyring(SecretError.Kind)
    case keyRefused
    /// The user has not agreed that text is sent to this service.
    case notAgreed
    case forbidden
    /// The API key is valid, but its owner or Google has restricted its use.
    case keyRestricted(KeyRestriction)
    case modelGone
    case rateLimited
    case quotaExhausted
    case serverFailed
    case blocked
    /// The service has no voice for the language.
    case languageRefused
    /// The service supports the language, but not the writing system of the text.
    case scriptRefused
    /// The service no longer offers the voice.
    case voiceGone
    /// The service's answer has no sound, or sound in an unknown format.
    case badSound
    case badAnswer
    case offline
    case interrupted
    case timedOut
    case untrusted
    /// The file of certificate authorities cannot be used, so nothing was sent.
    case authorities(AuthorityFault)
    case tooLong
    case nothingToSay
    /// espeak-ng or its voices are not installed.
    case notInstalled
    /// The library that runs natural voices (neural networks on this computer) is not installed, or has another
    /// version.
    case naturalVoicesMissing
    /// A file of a natural voice (a neural network on this computer) is damaged. The file was renamed so that it is not
    /// used.
    case voiceDamaged
    /// A file of a natural voice that the user has imported is damaged. The voice was removed.
    case ownVoiceDamaged
    /// The natural voice (a neural network on this computer) does not fit into memory, or could not be loaded for
    /// another reason.
    case voiceUnloadable
    /// The natural voice (a neural network on this computer) was loaded but fails when it speaks. The network may be at
    /// fault, or espeak-ng, which makes the phonemes.
    case voiceBroken
    case failed
}

extension SynthesisErrorKind {
    /// Whether the error concerns a natural voice (a neural network on this computer), so that an espeak-ng voice can
    /// speak instead.
    public var isOfNaturalVoice: Bool {
        switch self {
        case .naturalVoicesMissing, .voiceDamaged, .ownVoiceDamaged, .voiceUnloadable, .voiceBroken: true
        default: false
        }
    }
}

/// An error of a speech service.
public typealias SynthesisError = ServiceError<SynthesisErrorKind>
