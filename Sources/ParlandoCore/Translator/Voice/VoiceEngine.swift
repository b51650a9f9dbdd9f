/// The files of a natural voice on disk.
public struct VoiceFiles: Sendable, Equatable {
    /// The voice as the catalogue describes it.
    public let model: SpeechModel
    /// Path of the neural network.
    public let weights: String
    /// Path of the configuration.
    public let configuration: String

    public init(model: SpeechModel, weights: String, configuration: String) {
        self.model = model
        self.weights = weights
        self.configuration = configuration
    }
}

/// Port: reads natural voices into memory.
public protocol VoiceEngine: Sendable {
    /// Whether the engine can be used on this computer: its library is installed. Returns at once after the first call.
    var isInstalled: Bool { get }

    /// Reads a voice, which takes seconds. The files must have been verified. Throws `SynthesisError`:
    /// `naturalVoicesMissing`, `voiceDamaged`, `ownVoiceDamaged` or `voiceUnloadable`.
    func read(_ files: VoiceFiles) async throws(SynthesisError) -> any LoadedVoice
}

/// Port: a natural voice in memory.
public protocol LoadedVoice: Sendable {
    /// Synthesizes a text. Cancelling the task ends the call at once; the sound so far is discarded. Throws
    /// `SynthesisError`, `CancellationError`.
    ///
    /// - Parameter rate: factor of the normal speaking rate.
    func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound
}

/// Port: turns text into the sounds of a language.
public protocol Phonemizer: Sendable {
    /// Returns the phonemes of a text in the International Phonetic Alphabet, with the punctuation marks that end
    /// clauses; one text for each sentence. Numbers, dates and abbreviations are read out. Throws `SynthesisError`.
    ///
    /// - Parameter voice: espeak-ng's name of the language and accent, such as `en-us`.
    func phonemes(of text: Private<String>, voice: String) async throws(SynthesisError) -> [Private<String>]
}
