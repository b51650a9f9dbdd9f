public import ParlandoCore

/// The stage of the translator.
///
///     idle → listening → transcribing → translating → speaking → idle
///     idle → translating …             (typed)
public enum TranslatorStage: Sendable, Equatable {
    case idle
    /// The microphone is open.
    case listening
    /// The last words are being recognised.
    case transcribing
    case translating
    case speaking
}

public struct TranslatorOptions: Sendable, Equatable {
    /// ISO 639-1 code; nil to detect the language.
    public var source: String?
    /// Language to translate into, as an ISO 639-1 code.
    public var target: String
    /// Two people take turns: speech in `target` is translated into `source`. Both must be set.
    public var isConversation: Bool
    /// Whether the translation is spoken as it arrives.
    public var speaks: Bool
    /// All other settings of the translator.
    public var preferences: TranslatorPreferences
    /// ALSA name; nil for the system's default.
    public var microphone: AudioDevice.ID?
    /// ALSA name; nil for the system's default.
    public var loudspeaker: AudioDevice.ID?
    /// Seconds without speech after which a conversation ends; nil for never.
    public var silenceStop: Int? = 30
    /// Whether an earlier translation of the same text may be taken from the archive.
    public var usesMemory = true
    /// The engine that recognises the speech.
    public var engine = RecognitionEngine.local

    public init(
        source: String?, target: String, isConversation: Bool = false, speaks: Bool = true,
        preferences: TranslatorPreferences = TranslatorPreferences(), microphone: AudioDevice.ID? = nil
    ) {
        self.source = source
        self.target = target
        self.isConversation = isConversation
        self.speaks = speaks
        self.preferences = preferences
        self.microphone = microphone
    }
}

extension TranslatorOptions {
    /// A conversation may be in either language.
    func recognition(_ audience: RecognitionOptions.Audience) -> RecognitionOptions {
        var options = RecognitionOptions(language: isConversation ? nil : source, audience: audience)
        options.needsMultilingualModel = options.language != "en"
        options.prefersMultilingualModel = true
        options.engine = engine
        return options
    }
}

/// Explains a delay or an unexpected result to the user.
public enum TranslatorNotice: Sendable, Equatable {
    /// No request is sent for this duration, after a failed attempt (`after`) or too many requests.
    case waiting(Duration, after: TranslationError?)
    /// The phrase waits until the network is back.
    case waitingForNetwork
    /// Whisper translates the speech instead of the chosen service.
    case translatedOffline
    /// This voice speaks instead of one that failed.
    case otherVoice(VoiceServiceKind, Voice?, failure: SynthesisError)
    case simplifiedText
    /// No voice speaks this language (ISO 639-1 code).
    case unspoken(language: String)
    /// The voice speaks this language (ISO 639-1 code), but cannot read the script.
    case unreadable(language: String)
    case notKept(Exchange.ID, ArchiveError)
    case noSound
    /// Nobody spoke for this time.
    case conversationEnded(seconds: Int)
}

/// Why a stage failed. The results of earlier stages are kept.
public enum TranslatorFailure: Error, Sendable, Equatable {
    case dictation(DictationFailure)
    case nothingHeard
    /// The microphone or the loudspeaker is in use for a translation.
    case busy
    /// The user has not agreed that text may be sent to this service.
    case consentMissing(TranslationServiceKind)
    /// The model recognizes only English.
    case modelMissing
    case translation(TranslationError)
    case synthesis(SynthesisError)
    case playback(AudioError)
    case saving(TextSaveError)
}

/// Reports of a translator to its delegate.
public enum TranslatorEvent: Sendable, Equatable {
    case stage(TranslatorStage)
    /// Replaces the earlier state of the same id.
    case exchange(Exchange)
    /// Level in dBFS, about 30 times a second while listening.
    case level(Double)
    /// Position and duration in seconds, a few times a second; the duration is nil while speech is still being
    /// synthesized.
    case played(Exchange.ID, seconds: Double, of: Double?)
    case notice(TranslatorNotice)
    /// Ends the notice `noSound`.
    case sound
    /// The texts that wait, in their order.
    case waiting([Exchange.ID])
    /// The user has discarded these texts.
    case discarded([Exchange.ID])
    /// The user has stopped the work on this text.
    case stopped(Exchange.ID)
    /// The exchange is nil if none had begun.
    case failure(TranslatorStage, Exchange.ID?, TranslatorFailure)
}

/// Receives a translator's events on the main actor, in the order in which they happened.
@MainActor public protocol TranslatorServiceDelegate: AnyObject {
    func translatorService(_ service: TranslatorService, didReport event: TranslatorEvent)
}

extension TranslatorFailure {
    /// Contains no text that was spoken or typed.
    var forLog: String {
        switch self {
        case .dictation(let failure): "dictation \(failure)"
        case .nothingHeard: "nothing heard"
        case .busy: "busy"
        case .consentMissing(let service): "no consent for \(service.rawValue)"
        case .modelMissing: "no model for many languages"
        case .translation(let error): "translation \(error.kind) \(error.detail)"
        case .synthesis(let error): "synthesis \(error.kind) \(error.detail)"
        case .playback(let error): "playback \(error.kind) \(error.detail)"
        case .saving(let error): "saving \(error.kind) \(error.detail)"
        }
    }
}
