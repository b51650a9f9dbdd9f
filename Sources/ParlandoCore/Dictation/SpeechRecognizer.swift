/// Options of a recognition session.
public struct RecognitionOptions: Sendable, Equatable {
    /// The reader of the results during recognition. Determines whether results arrive early or take less computation.
    public enum Audience: Sendable, Equatable {
        /// The user is speaking and reads along. Words are reported early, as interim results.
        case speaker
        /// No one is reading along, because a file is transcribed. There are no interim results, and longer windows are
        /// decoded, which takes less computation.
        case nobody
    }

    /// The reader of the results during recognition. Determines whether results arrive early or take less computation.
    public var audience: Audience
    /// ISO 639-1 code of the language; nil to detect it (multilingual models only).
    public var language: String?
    /// Words and phrases that the speaker is likely to use.
    public var vocabulary: [String]
    /// Whether speech in any language is translated into English (multilingual models only).
    public var translatesIntoEnglish = false
    /// Whether the session needs a multilingual model. If true, and the chosen model knows only English, a multilingual
    /// model is used instead. If false, the chosen model is used in any case.
    public var needsMultilingualModel = false
    /// Whether the session keeps waiting, with its sound queued, if the download of its model fails or is cancelled. If
    /// false, the session ends with an error in that case.
    public var waitsForModel = false
    /// Where the speech is recognised: on this computer or by a server.
    public var engine = RecognitionEngine.local

    public init(language: String? = nil, vocabulary: [String] = [], audience: Audience = .speaker) {
        self.audience = audience
        self.language = language
        self.vocabulary = vocabulary
    }
}

/// The files of a model that is ready to be loaded.
public struct ModelFiles: Sendable, Equatable {
    /// Catalogue entry of the speech model.
    public let model: SpeechModel
    /// Path of the speech model's file.
    public let weights: String
    /// Path of the voice activity model's file.
    public let voiceActivity: String

    public init(model: SpeechModel, weights: String, voiceActivity: String) {
        self.model = model
        self.weights = weights
        self.voiceActivity = voiceActivity
    }
}

/// Port: recognises speech.
public protocol SpeechRecognizer: Sendable {
    /// Recognises the sound as it arrives. The returned stream ends once the last block has been recognised.
    ///
    /// Cancelling the consuming task aborts at once, even during a computation. Throws `RecognitionError`.
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>,
        options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error>
}

/// Port: recognises speech with a model in memory. Sound that arrives before the model is loaded is queued.
public protocol LoadableRecognizer: SpeechRecognizer {
    /// Loads a model, in place of any model loaded before, and warms it up. Reports the completed fraction, 0…1, to
    /// `progress`.
    func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError)

    /// Unloads the model to free its memory.
    func unload() async
}

/// Receives the progress of loading a model. The method may be called on any thread.
public protocol LoadProgress: AnyObject, Sendable {
    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase)
}

/// Events of a speech recogniser, in chronological order.
public enum RecognitionEvent: Sendable, Equatable {
    /// An interim result. It replaces the previous one and may change again.
    case interim([Word])
    /// A final result: words that follow the earlier final ones and never change.
    case final([Word])
    /// The speaker paused. Later words belong to a new paragraph.
    case paragraphEnded
    /// The language that a multilingual model detected, as an ISO 639-1 code, and its probability, 0…1.
    case language(String, probability: Double)
    case warning(RecognitionWarning)
    /// Position of the recogniser in seconds of sound since the session began. All words before it have been reported.
    /// Sent at least once for each second of silence too, so that the duration of the silence is known.
    case progress(seconds: Double)
    /// Recognition has paused after a failure, until it is resumed or the sound ends. Sound that arrives in the
    /// meantime is kept.
    case halted(RecognitionError)
    /// Recognition has resumed and continues with the sound that was kept.
    case wentOn
    /// Progress of voice activity detection while recognition is halted: the sound up to `seconds` has been examined,
    /// and speech last ended at `speechEnd`. Both are seconds of sound since the session began.
    case kept(seconds: Double, speechEnd: Double)
}

/// A warning for the speaker while recognition continues.
public enum RecognitionWarning: Sendable, Equatable {
    /// The model knows only English, and the speech is probably in another language.
    case notEnglish
    /// The speech is English again.
    case english
    /// Recognition is slower than the speech and will catch up later. No words are lost.
    case fallingBehind
    /// The queue of sound for the recogniser is full: it holds an hour of sound, or there is no disk space for more.
    /// The microphone must be closed.
    case queueFull
}
