/// Cause of a `SynthesisError`.
public enum SynthesisErrorKind: Sendable, Equatable {
    case keyMissing
    /// The key could not be read from the keyring.
    case keyring(SecretError.Kind)
    case keyRefused
    /// The user has not agreed to send text to this service.
    case notAgreed
    case forbidden
    /// The key is valid, but restricted by its owner or by Google.
    case keyRestricted(KeyRestriction)
    case modelGone
    case rateLimited
    case quotaExhausted
    case serverFailed
    case blocked
    /// The service has no voice for the language.
    case languageRefused
    /// The service supports the language, but not the script of the text.
    case scriptRefused
    /// The service no longer has the voice.
    case voiceGone
    /// The answer has no sound, or sound in an unknown format.
    case badSound
    case badAnswer
    case offline
    case interrupted
    case timedOut
    case untrusted
    /// The file of certificate authorities is unusable, so nothing was sent.
    case authorities(AuthorityFault)
    case tooLong
    case nothingToSay
    /// espeak-ng or its voices are not installed.
    case notInstalled
    /// The library that natural voices need is not installed, or has another version.
    case naturalVoicesMissing
    /// A file of the natural voice is damaged. It was set aside.
    case voiceDamaged
    /// A file of a natural voice that the user has imported is damaged. The voice was removed.
    case ownVoiceDamaged
    /// The natural voice does not fit into memory, or could not be read for another reason.
    case voiceUnloadable
    /// The natural voice was read, but fails when it speaks: its network, or espeak-ng, which makes its phonemes.
    case voiceBroken
    case failed
}

extension SynthesisErrorKind {
    /// Whether the natural voice itself is at fault, so that the plain voice of this computer can speak instead.
    public var isOfNaturalVoice: Bool {
        switch self {
        case .naturalVoicesMissing, .voiceDamaged, .ownVoiceDamaged, .voiceUnloadable, .voiceBroken: true
        default: false
        }
    }
}

/// An error of a speech service.
public typealias SynthesisError = ServiceError<SynthesisErrorKind>
