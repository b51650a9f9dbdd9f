/// Options of a recognition session.
public struct RecognitionOptions: Sendable, Equatable {
    /// Audience of the results.
    public enum Audience: Sendable, Equatable {
        /// The user is speaking and reads along. Words are reported early, as interim results.
        case speaker
        /// No one is reading along, because a file is transcribed. There are no interim results, and longer windows are
        /// decoded with less computation.
        case nobody
    }

    /// Audience of the results: decides between early results and less computation.
    public var audience: Audience
    /// ISO 639-1 code of the language; nil to detect it (multilingual models only).
    public var language: String?
    /// Words and phrases that the speaker is likely to use.
    public var vocabulary: String
    /// Whether speech in any language is translated into English (multilingual models only).
    public var translatesIntoEnglish = false
    /// The engine that recognises the speech.
    public var engine = RecognitionEngine.local

    public init(language: String? = nil, vocabulary: String = "", audience: Audience = .speaker) {
        self.audience = audience
        self.language = language
        self.vocabulary = vocabulary
    }
}

/// The files of a model that is ready to be loaded.
public struct ModelFiles: Sendable, Equatable {
    /// Catalogue entry of the speech model.
    public let model: SpeechModel
    /// Path of the speech model.
    public let weights: String
    /// Path of the voice activity model.
    public let voiceActivity: String

    public init(model: SpeechModel, weights: String, voiceActivity: String) {
        self.model = model
        self.weights = weights
        self.voiceActivity = voiceActivity
    }
}

/// Port: recognises speech.
public protocol SpeechRecognizer: Sendable {
    /// Loads a model and warms it up. Replaces the model loaded before. Reports progress, 0…1.
    func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError)

    /// Unloads the model to free its memory.
    func unload() async

    /// Recognises the sound as it arrives. The returned stream ends once the last block has been recognised.
    ///
    /// May be called before `load` returns; the sound is queued. Cancelling the consuming task aborts at once, even
    /// during a computation. Throws `RecognitionError`.
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>,
        options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error>
}

/// Receives the progress of loading a model. Called on any thread.
public protocol LoadProgress: AnyObject, Sendable {
    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase)
}
