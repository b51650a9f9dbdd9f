/// Options of a recognition session.
public struct RecognitionOptions: Sendable, Equatable {
    /// Who reads the results: whether they arrive early, or take less computation.
    public enum Audience: Sendable, Equatable {
        /// The speaker reads along: words are reported early, as interim results.
        case speaker
        /// A file is transcribed: no interim results, and longer windows, which take less computation.
        case nobody
    }

    public var audience: Audience
    /// ISO 639-1 code; nil to detect the language (multilingual models only).
    public var language: String?
    /// Words that the speaker is likely to use.
    public var vocabulary: [String]
    /// Whether speech is translated into English (multilingual models only).
    public var translatesIntoEnglish = false
    /// Whether a multilingual model replaces a chosen one that knows only English.
    public var needsMultilingualModel = false
    /// Whether a multilingual model replaces a smaller one that knows only English, also for English.
    public var prefersMultilingualModel = false
    /// The session's model, whichever is chosen; nil for the chosen one.
    public var model: String?
    /// The model that takes the place of one that knows only English, if that is chosen while the session waits.
    public var keptModel: String?
    /// Whether the session waits on if the download of its model fails.
    public var waitsForModel = false
    public var engine = RecognitionEngine.local

    public init(language: String? = nil, vocabulary: [String] = [], audience: Audience = .speaker) {
        self.audience = audience
        self.language = language
        self.vocabulary = vocabulary
    }
}

/// The files of a model on this computer.
public struct ModelFiles: Sendable, Equatable {
    /// Catalogue entry.
    public let model: SpeechModel
    /// Path of the model's file.
    public let weights: String
    /// Path of the voice activity model.
    public let voiceActivity: String

    public init(model: SpeechModel, weights: String, voiceActivity: String) {
        self.model = model
        self.weights = weights
        self.voiceActivity = voiceActivity
    }
}

/// Port: recognizes speech.
public protocol SpeechRecognizer: Sendable {
    /// The returned stream ends once the last block has been recognised. Cancelling the consuming task aborts at once,
    /// even during a computation. Throws `RecognitionError`.
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>,
        options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error>
}

/// Port: recognises with a model in memory. Sound is queued until it is loaded.
public protocol LoadableRecognizer: SpeechRecognizer {
    /// Loads a model in place of any other and warms it up. Reports the fraction, 0…1.
    func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError)

    func unload() async

    /// Seconds of speech that the loaded model recognized in a second, in the latest file; nil if that is not known.
    var speed: Double? { get async }
}

/// Receives the progress of loading a model, on any thread.
public protocol LoadProgress: AnyObject, Sendable {
    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase)
}

/// Events of a speech recogniser, in chronological order.
public enum RecognitionEvent: Sendable, Equatable {
    /// Words that may change, in place of the previous ones.
    case interim([Word])
    /// Words that follow the earlier final ones and never change.
    case final([Word])
    /// Later words belong to a new paragraph.
    case paragraphEnded
    /// ISO 639-1 code, and probability, 0…1.
    case language(String, probability: Double)
    case warning(RecognitionWarning)
    /// Seconds of sound before which all words have been reported. Sent at least once a second, also in silence.
    case progress(seconds: Double)
    /// Recognition has halted until it is resumed or the sound ends. Sound is kept meanwhile.
    case halted(RecognitionError)
    /// Recognition continues with the kept sound.
    case wentOn
    /// While halted: the sound up to `seconds` was examined, and speech last ended at `speechEnd`, in seconds since the
    /// session began.
    case kept(seconds: Double, speechEnd: Double)
}

/// A warning while recognition continues.
public enum RecognitionWarning: Sendable, Equatable {
    /// The model knows only English, and the speech is probably something else.
    case notEnglish
    /// Ends `notEnglish`: the speech is English again.
    case english
    /// Recognition is slower than the speech and will catch up. No words are lost.
    case fallingBehind
    /// An hour of sound is waiting, or the disk is full. The microphone must be closed.
    case queueFull
    /// The microphone has given digital silence for some seconds: it is muted, or broken.
    case noSound
    /// Ends `noSound`.
    case sound
}

/// An error of a speech recogniser.
public struct RecognitionError: Error, Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
        case modelMissing
        /// The model file exists but is truncated or is not a model.
        case modelCorrupt
        case outOfMemory
        case engineFailed
        /// The sound that was sent is kept.
        case server(ServerError.Kind)
    }

    public let kind: Kind
    /// For the log; never anything that was said.
    public let detail: String
    /// Name of the damaged or missing model; nil if it is the chosen one.
    public let model: String?

    public init(_ kind: Kind, detail: String = "", model: String? = nil) {
        self.kind = kind
        self.detail = detail
        self.model = model
    }
}
