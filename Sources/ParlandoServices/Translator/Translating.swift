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

/// The options of an exchange.
public struct TranslatorOptions: Sendable, Equatable {
    /// ISO 639-1 code of the language that is spoken or typed, or nil to detect it.
    public var source: String?
    /// ISO 639-1 code of the language that is translated into.
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
    /// Seconds without speech after which a conversation ends by itself, or nil if it does not.
    public var silenceStop: Int? = 30
    /// Whether an earlier translation may be taken from the archive instead of asking the service.
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
    /// Returns the options for recognising speech, which may be in any language if two people take turns.
    func recognition(_ audience: RecognitionOptions.Audience) -> RecognitionOptions {
        var options = RecognitionOptions(language: isConversation ? nil : source, audience: audience)
        options.needsMultilingualModel = options.language != "en"
        options.engine = engine
        return options
    }
}

/// A notice that explains a delay or an unexpected result to the user.
public enum TranslatorNotice: Sendable, Equatable {
    /// No request is sent for this duration, after a failed attempt or because there were too many requests.
    case waiting(Duration, after: TranslationError?)
    /// The computer is offline, and the phrase waits until the network is back.
    case waitingForNetwork
    /// Whisper translates on this computer.
    case translatedOffline
    /// The requested voice failed, and this voice speaks instead. `failure` is the reason.
    case otherVoice(VoiceServiceKind, Voice?, failure: SynthesisError)
    /// The text was simplified so that a voice could speak it.
    case simplifiedText
    /// No voice speaks this language, so the translation can only be read.
    case unspoken(language: String)
    /// The voice speaks this language, but cannot read the script in which the text is written.
    case unreadable(language: String)
    /// The translation could not be stored in the archive.
    case notKept(ArchiveError)
    /// The conversation has ended, because nobody spoke for this many seconds.
    case conversationEnded(seconds: Int)
}

/// The reason that a stage failed. The results of earlier stages are kept.
public enum TranslatorFailure: Error, Sendable, Equatable {
    case dictation(DictationFailure)
    /// No speech was recognised that could be translated.
    case nothingHeard
    /// The microphone or the loudspeaker is in use for an exchange.
    case busy
    /// The user has not agreed that text may be sent to this service.
    case consentMissing(TranslationServiceKind)
    /// The local model recognises only English, and this language needs a multilingual one.
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
    /// An exchange began or was updated. It replaces the earlier state of the exchange with the same id.
    case exchange(Exchange)
    /// Loudness at the microphone in dB of full scale, about 30 times a second while listening.
    case level(Double)
    /// Seconds of an exchange's speech that have been played, and its total duration, or nil while it is still being
    /// synthesized. Reported a few times a second.
    case played(Exchange.ID, seconds: Double, of: Double?)
    case notice(TranslatorNotice)
    /// The exchanges that wait for the translation under way, in the order in which they will be translated.
    case waiting([Exchange.ID])
    /// The user discarded these exchanges, which waited.
    case discarded([Exchange.ID])
    /// A stage of this exchange failed. The ID is nil if no exchange had begun.
    case failure(TranslatorStage, Exchange.ID?, TranslatorFailure)
}

/// Receives a translator's events on the main actor, in the order in which they happened.
@MainActor public protocol TranslatorServiceDelegate: AnyObject {
    func translatorService(_ service: any Translating, didReport event: TranslatorEvent)
}

/// The commands that a presenter can give to the translator. A command that does not fit the stage has no effect.
public protocol Translating: Actor {
    @MainActor var delegate: (any TranslatorServiceDelegate)? { get set }
    /// Opens the microphone. Silence ends the utterance; in a conversation the next one may follow. A translation under
    /// way goes on meanwhile, but is not spoken.
    func listen(_ options: TranslatorOptions)
    /// Closes the microphone. The words already spoken are still translated.
    func finishListening()
    /// Translates a text that was typed or corrected. It waits for its turn if another translation is under way.
    func translate(_ text: Private<String>, _ options: TranslatorOptions)
    /// Translates an earlier exchange again and speaks it. The exchange keeps its id.
    func translateAnew(_ exchange: Exchange, _ options: TranslatorOptions)
    /// Cancels the current stage. Results so far are kept, and the next text that waits is translated.
    func cancel()
    /// Discards the texts that wait for the translation under way.
    func cancelWaiting()
    /// Cancels every stage and discards the texts that wait.
    func cancelAll()
    /// Cancels every stage and discards all text that waits to be sent, because the user has withdrawn an
    /// consent.
    func stopSending()
    /// Repeats the failed stage of an exchange.
    func retry(_ exchange: Exchange.ID, _ options: TranslatorOptions)
    /// Speaks a text, such as a translation that has not been spoken yet. Any speech that is being played ends.
    func speak(_ text: Private<String>, language: String, of exchange: Exchange.ID?, _ options: TranslatorOptions)
    /// Plays a sample of the voice that the options name. Returns when it has ended, or something else has to be heard.
    /// Posts no events. Throws `TranslatorFailure`: `busy` during an exchange, `synthesis` or `playback`.
    func speakSample(_ text: Private<String>, language: String, _ options: TranslatorOptions)
        async throws(TranslatorFailure)
    func pauseSpeech()
    func resumeSpeech()
    func stopSpeech()
    /// Synthesizes a text and writes it into a WAV file.
    func save(_ text: Private<String>, language: String, to path: String, _ options: TranslatorOptions)
        async throws(TranslatorFailure)
    /// Returns the voices for a language.
    func voices(for language: String, of service: VoiceServiceKind) async throws(SynthesisError) -> [Voice]
    /// Returns the models that the translation service offers, best first; empty if it offers no choice.
    func models(_ options: TranslatorOptions) async throws(TranslationError) -> [String]
    /// Returns the language pairs that the translation service offers now; nil if it does not tell.
    func pairs(_ preferences: TranslatorPreferences) async -> TranslationPairs?
}
