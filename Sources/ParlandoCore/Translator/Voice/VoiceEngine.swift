/// The files of a natural voice, which is a neural network on this computer.
public struct VoiceFiles: Sendable, Equatable {
    /// Description of the voice in the program's list of models.
    public let model: SpeechModel
    /// Path of the file with the neural network.
    public let weights: String
    /// Path of the voice's configuration file.
    public let configuration: String

    public init(model: SpeechModel, weights: String, configuration: String) {
        self.model = model
        self.weights = weights
        self.configuration = configuration
    }
}

/// Port: loads natural voices, which are neural networks on this computer.
public protocol VoiceEngine: Sendable {
    /// Whether the library that runs the voices is installed on this computer. Only the first access takes time.
    var isInstalled: Bool { get }

    /// Loads a voice into memory, which takes seconds. The files must have been verified. Throws
    /// `naturalVoicesMissing`, `voiceDamaged`, `ownVoiceDamaged` or `voiceUnloadable`.
    func read(_ files: VoiceFiles) async throws(SynthesisError) -> any LoadedVoice
}

/// Port: a natural voice (a neural network) that is loaded into memory.
public protocol LoadedVoice: Sendable {
    /// Synthesizes a text. If the task is cancelled, the call ends at once, and the sound so far is discarded. Throws
    /// `SynthesisError` or `CancellationError`.
    ///
    /// - Parameter rate: speaking rate as a factor of the normal rate.
    func speak(_ text: Private<String>, rate: Double) async throws -> SpokenSound
}

/// Port: converts text to phonemes.
public protocol Phonemizer: Sendable {
    /// Returns the phonemes of a text in the International Phonetic Alphabet, as one string for each sentence. The
    /// strings include the punctuation marks that end clauses. Numbers, dates and abbreviations are spelled out.
    ///
    /// - Parameter voice: espeak-ng's name of the language and accent, such as `en-us`.
    func phonemes(of text: Private<String>, voice: String) async throws(SynthesisError) -> [Private<String>]
}
