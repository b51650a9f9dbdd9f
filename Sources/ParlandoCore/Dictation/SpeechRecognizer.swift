/// How to listen.
public struct RecognitionOptions: Sendable, Equatable {
    /// Who waits for the words.
    public enum Audience: Sendable, Equatable {
        /// Somebody is speaking and reads along: words come early, as partials.
        case speaker
        /// Nobody: a file is read. No partials, longer windows, less work.
        case nobody
    }

    /// Who waits for the words: decides between early and cheap.
    public var audience: Audience
    /// ISO 639-1 code, or nil to find the language out (multilingual models only).
    public var language: String?
    /// Words and phrases the speaker is likely to use.
    public var vocabulary: String
    /// Write in English what was said in any language (multilingual models only).
    public var translatesIntoEnglish = false
    /// Who recognises.
    public var engine = RecognitionEngine.local

    public init(language: String? = nil, vocabulary: String = "", audience: Audience = .speaker) {
        self.audience = audience
        self.language = language
        self.vocabulary = vocabulary
    }
}

/// Files on disk that make up a model ready to be loaded.
public struct ModelFiles: Sendable, Equatable {
    /// What the files hold.
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

/// Port: sound to text.
public protocol SpeechRecognizer: Sendable {
    /// Loads a model and warms it up. Replaces the one loaded before. Reports how far it has come, 0…1.
    func load(_ files: ModelFiles, progress: any LoadProgress) async throws(RecognitionError)

    /// Gives the model's memory back.
    func unload() async

    /// Recognises as the sound arrives, and ends after the last block is recognised.
    ///
    /// May be called before `load` ends: the sound waits. Cancelling the consuming task aborts at once, in
    /// mid-computation. Throws `RecognitionError`.
    func transcribe(
        _ blocks: AsyncStream<AudioBlock>,
        options: RecognitionOptions
    ) -> AsyncThrowingStream<RecognitionEvent, any Error>
}

/// Hears how far loading has come. Called on any thread.
public protocol LoadProgress: AnyObject, Sendable {
    func modelDidAdvance(to fraction: Double, phase: ModelState.Phase)
}
