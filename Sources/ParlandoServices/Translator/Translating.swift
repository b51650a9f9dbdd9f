public import ParlandoCore

/// The stage of the translator.
///
///     idle → listening → transcribing → translating → speaking → idle
///     idle → translating …             (typed)
public enum TranslatorStage: Sendable, Equatable {
    case idle
    /// The microphone is open, and an utterance is being captured and recognised.
    case listening
    /// The microphone is closed and the last words are being recognised.
    case transcribing
    case translating
    case speaking
}

/// The options of an exchange, that is, of a text or an utterance and its translation.
public struct TranslatorOptions: Sendable, Equatable {
    /// ISO 639-1 code of the language that is spoken or typed; nil to detect the language.
    public var source: String?
    /// ISO 639-1 code of the language into which the text is translated.
    public var target: String
    /// Whether two people take turns: speech in `target` is then also translated into `source`. Both languages must be
    /// set.
    public var isConversation: Bool
    /// Whether the translation is spoken as soon as it arrives, sentence by sentence.
    public var speaks: Bool
    /// All other settings of the translator.
    public var preferences: TranslatorPreferences
    /// ALSA name of the microphone, or nil for the system's default.
    public var microphone: AudioDevice.ID?
    /// Number of seconds without speech after which a conversation ends; nil if it does not end by itself.
    public var silenceStop: Int? = 30
    /// Whether an earlier translation of the same text may be taken from the archive instead of asking the service.
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
    /// Returns the options for speech recognition. In a conversation the language is detected, because it may be either
    /// language.
    func recognition(_ audience: RecognitionOptions.Audience) -> RecognitionOptions {
        var options = RecognitionOptions(language: isConversation ? nil : source, audience: audience)
        options.needsMultilingualModel = options.language != "en"
        options.engine = engine
        return options
    }
}

/// A notice that explains a delay or an unexpected result to the user.
public enum TranslatorNotice: Sendable, Equatable {
    /// No request is sent for this duration, because the last attempt failed (`after`) or there were too many requests.
    case waiting(Duration, after: TranslationError?)
    /// The computer is offline, and the phrase waits until the network is back.
    case waitingForNetwork
    /// The speech is translated on this computer by Whisper instead of the chosen service.
    case translatedOffline
    /// The requested voice failed for the reason `failure`, and this voice speaks instead.
    case otherVoice(VoiceServiceKind, Voice?, failure: SynthesisError)
    /// The text was simplified, because the voice could not speak it as it was.
    case simplifiedText
    /// No voice speaks this language (ISO 639-1 code), so the translation can only be read.
    case unspoken(language: String)
    /// The voice speaks this language (ISO 639-1 code), but cannot read the script in which the text is written.
    case unreadable(language: String)
    /// The translation could not be stored in the archive.
    case notKept(Exchange.ID, ArchiveError)
    /// The conversation has ended, because nobody spoke for this many seconds.
    case conversationEnded(seconds: Int)
}

/// The reason that a stage of the translator failed. The results of earlier stages are kept.
public enum TranslatorFailure: Error, Sendable, Equatable {
    case dictation(DictationFailure)
    /// No speech was recognised that could be translated.
    case nothingHeard
    /// The microphone or the loudspeaker is already in use for a translation.
    case busy
    /// The user has not agreed that text may be sent to this service.
    case consentMissing(TranslationServiceKind)
    /// The model on this computer recognises only English, and the language requires a multilingual model.
    case modelMissing
    case translation(TranslationError)
    case synthesis(SynthesisError)
    /// The loudspeaker failed.
    case playback(AudioError)
    case saving(AudioFileError)
}

/// An event that a translator reports to its delegate.
public enum TranslatorEvent: Sendable, Equatable {
    /// The translator has entered this stage.
    case stage(TranslatorStage)
    /// An exchange (a text and its translation) began or was updated. It replaces the earlier state of the exchange
    /// with the same id.
    case exchange(Exchange)
    /// Level at the microphone, in dBFS. Reported about 30 times a second while listening.
    case level(Double)
    /// The position in the speech of an exchange (a text with its translation), in seconds, and its total duration; nil
    /// while the speech is still being synthesized. Reported a few times a second.
    case played(Exchange.ID, seconds: Double, of: Double?)
    case notice(TranslatorNotice)
    /// The exchanges (texts) that wait for the current translation to end, in the order in which they will be
    /// translated.
    case waiting([Exchange.ID])
    /// The user has discarded these exchanges (texts), which were waiting to be translated.
    case discarded([Exchange.ID])
    /// A stage of this exchange (a text and its translation) failed. The exchange is nil if none had begun.
    case failure(TranslatorStage, Exchange.ID?, TranslatorFailure)
}

/// Receives a translator's events on the main actor, in the order in which they happened.
@MainActor public protocol TranslatorServiceDelegate: AnyObject {
    func translatorService(_ service: any Translating, didReport event: TranslatorEvent)
}

/// The commands that a presenter can give to the translator. A command has no effect if it makes no sense in the
/// translator's current stage, such as listening or speaking.
public protocol Translating: Actor {
    @MainActor var delegate: (any TranslatorServiceDelegate)? { get set }
    /// Opens the microphone. Silence ends the utterance; in a conversation, the next utterance may follow. A
    /// translation under way continues, but is not spoken.
    func listen(_ options: TranslatorOptions)
    /// Closes the microphone. The words already spoken are still translated.
    func finishListening()
    /// Translates a text that was typed or corrected. If another translation is under way, the text waits for its turn.
    func translate(_ text: Private<String>, _ options: TranslatorOptions)
    /// Translates the text of an earlier exchange (a text with its translation) again and speaks the translation. The
    /// exchange keeps its id.
    func translateAnew(_ exchange: Exchange, _ options: TranslatorOptions)
    /// Cancels the current stage. Results so far are kept, and the next waiting text is translated.
    func cancel()
    /// Discards the texts that wait for the current translation to end.
    func cancelWaiting()
    /// Cancels every stage, and discards the waiting texts.
    func cancelAll()
    /// Cancels every stage, and discards all text that waits to be sent. Called when the user has withdrawn a consent.
    func stopSending()
    /// Repeats the stage of an exchange (a text with its translation) that failed: recognition, translation or speech.
    func retry(_ exchange: Exchange.ID, _ options: TranslatorOptions)
    /// Speaks a text, such as a translation that has not been spoken yet. Any speech that is being played ends.
    func speak(_ text: Private<String>, language: String, of exchange: Exchange.ID?, _ options: TranslatorOptions)
    /// Plays a sample of the voice that the options name, without reporting events. Returns once the sample has ended
    /// or was replaced by other sound. Throws `TranslatorFailure`: `busy` while a text is being recognised, translated
    /// or spoken, `synthesis` or `playback`.
    func speakSample(_ text: Private<String>, language: String, _ options: TranslatorOptions)
        async throws(TranslatorFailure)
    func pauseSpeech()
    func resumeSpeech()
    func stopSpeech()
    /// Synthesizes a text and writes the sound to a WAV file.
    func save(_ text: Private<String>, language: String, to path: String, _ options: TranslatorOptions)
        async throws(TranslatorFailure)
    /// Returns the voices for a language.
    func voices(for language: String, of service: VoiceServiceKind) async throws(SynthesisError) -> [Voice]
    /// Returns the models that the translation service offers, best first; empty if there is no choice.
    func models(_ options: TranslatorOptions) async throws(TranslationError) -> [String]
    /// Returns the language pairs that the translation service offers now; nil if the service does not report them.
    func pairs(_ preferences: TranslatorPreferences) async -> TranslationPairs?
}
