public import ParlandoCore

/// Where the interpreter stands.
///
///     idle → listening → transcribing → translating → speaking → idle
///     idle → translating …             (typed)
public enum InterpreterStage: Sendable, Equatable {
    case idle
    /// The microphone is open. What is heard is translated utterance by utterance meanwhile.
    case listening
    /// The microphone is closed, the last words are being recognised.
    case transcribing
    case translating
    case speaking
}

/// How an utterance is led through.
public struct InterpreterOptions: Sendable, Equatable {
    /// ISO 639-1 code of what is said or typed, nil: found out.
    public var source: String?
    /// ISO 639-1 code of the other language.
    public var target: String
    /// Two people speak by turns: what is heard in `target` goes into `source`. Needs both.
    public var isConversation: Bool
    /// Whether the translation is spoken as soon as it is there, sentence by sentence.
    public var speaks: Bool
    /// Everything else that was chosen.
    public var preferences: TranslatorPreferences
    /// ALSA name of the microphone, nil: the system's default.
    public var microphone: AudioDevice.ID?
    /// Whether what was translated earlier is shown again in place of asking the service.
    public var usesMemory = true

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

/// Something that the user would notice, and should know the reason of.
public enum InterpreterNotice: Sendable, Equatable {
    /// Nothing is sent for so long; after a failed try, or since there were too many requests.
    case waiting(Duration, after: TranslationError?)
    /// The phrase waits for the network.
    case waitingForNetwork
    /// Whisper translates on this machine.
    case translatedOffline
    /// The wished voice could not speak; this one does. `failure`: why.
    case otherVoice(VoiceServiceKind, Voice?, failure: SynthesisError)
    /// The text was made simpler so that a voice could speak it.
    case simplifiedText
    /// No voice speaks this language: it can only be read.
    case unspoken(language: String)
    /// The voice speaks this language, but cannot read the signs that the text is written in.
    case unreadable(language: String)
    /// What was translated could not be kept.
    case notKept(ArchiveError)
}

/// Why a stage failed. What was done until then stays.
public enum InterpreterFailure: Error, Sendable, Equatable {
    case dictation(DictationFailure)
    /// Nothing was heard that could be translated.
    case nothingHeard
    /// The user has not agreed that text goes to this service.
    case consentMissing(TranslationServiceKind)
    /// The local recogniser knows only English; a multilingual model is needed for this language.
    case modelMissing
    case translation(TranslationError)
    case synthesis(SynthesisError)
    /// The loudspeaker.
    case playback(AudioError)
    case saving(AudioFileError)
}

/// What an interpreter reports.
public enum InterpreterEvent: Sendable, Equatable {
    /// The interpreter has entered this stage.
    case stage(InterpreterStage)
    /// An exchange began or went on; it replaces what was told of the one with the same id.
    case exchange(Exchange)
    /// Loudness at the microphone in dB of full scale, about 30 times a second while listening.
    case level(Double)
    /// Seconds of an exchange's speech that have been played, of all; nil: still being made. A few times a second.
    case played(Exchange.ID, seconds: Double, of: Double?)
    case notice(InterpreterNotice)
    /// A stage failed; of which exchange, nil: none had begun.
    case failure(InterpreterStage, Exchange.ID?, InterpreterFailure)
}

/// Hears of an interpreter's events on the main actor, in the order in which they happened.
@MainActor public protocol InterpreterDelegate: AnyObject {
    func interpreter(_ interpreter: any Interpreting, didReport event: InterpreterEvent)
}

/// Everything a presenter may ask of the interpreter. A command that does not fit the stage does nothing.
public protocol Interpreting: Actor {
    @MainActor var delegate: (any InterpreterDelegate)? { get set }
    /// Opens the microphone. Silence ends an utterance; in a conversation the next one may follow.
    func listen(_ options: InterpreterOptions)
    /// Closes the microphone; the words already spoken are still translated.
    func finishListening()
    /// Translates a text that was typed or corrected.
    func translate(_ text: Private<String>, _ options: InterpreterOptions)
    /// Translates what was translated earlier, and speaks it again; the exchange goes on under its id.
    func translateAnew(_ exchange: Exchange, _ options: InterpreterOptions)
    /// Ends what is under way. What is done so far stays.
    func cancel()
    /// Ends what is under way, and whatever waits to be sent: somebody does not agree to it any more.
    func stopSending()
    /// Does the failed stage of an exchange again.
    func retry(_ exchange: Exchange.ID, _ options: InterpreterOptions)
    /// Speaks a text, such as a translation that was only read, in place of whatever sounds now.
    func speak(_ text: Private<String>, language: String, of exchange: Exchange.ID?, _ options: InterpreterOptions)
    func pauseSpeech()
    func resumeSpeech()
    func stopSpeech()
    /// Writes a text as speech into a WAV file.
    func save(_ text: Private<String>, language: String, to path: String, _ options: InterpreterOptions)
        async throws(InterpreterFailure)
    /// The voices for a language.
    func voices(for language: String, of service: VoiceServiceKind) async throws(SynthesisError) -> [Voice]
    /// The models that the translation service offers, best first; empty where it has none to choose from.
    func models(_ options: InterpreterOptions) async throws(TranslationError) -> [String]
}
