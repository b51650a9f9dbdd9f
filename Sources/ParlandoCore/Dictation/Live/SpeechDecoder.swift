/// A window of sound to decode, with the text known so far.
public struct DecodeRequest: Sendable, Equatable {
    /// Amount of computation to spend on a decoding.
    public enum Effort: Sendable, Equatable {
        /// An interim result: the user is waiting, and a better result follows soon.
        case quick
        /// A review: the result decides which words are final.
        case full
    }

    /// Mono samples at 16 kHz, at most 30 s.
    public var samples: [Float]
    /// Alternative token sequences for the beginning of the text, the most probable first. They are the words that will
    /// no longer change and whose sound is in `samples`. The hypothesis does not include them. Never empty.
    public var prefixes: [[Int32]]
    /// Estimated number of samples, from the first one, that the prefix covers.
    public var prefixSamples: Int
    /// Tokens that always follow the prefix.
    public var forced: [Int32]
    /// Tokens that the previous decoding found after the forced ones. A quick decoding favours them slightly. In a full
    /// decoding they affect only the speed: it is faster if it chooses the same ones.
    public var expected: [Int32]
    /// ISO 639-1 code of the language; nil to detect it (multilingual models).
    public var language: String?
    /// Amount of computation to spend.
    public var effort: Effort

    public init(
        samples: [Float], prefixes: [[Int32]] = [[]], prefixSamples: Int = 0, forced: [Int32] = [],
        expected: [Int32] = [], language: String? = nil, effort: Effort = .quick
    ) {
        self.samples = samples
        self.effort = effort
        self.prefixes = prefixes.isEmpty ? [[]] : prefixes
        self.prefixSamples = prefixSamples
        self.forced = forced
        self.expected = expected
        self.language = language
    }
}

/// Decodes sound to words. Blocks the calling thread while it computes.
public protocol SpeechDecoder {
    func decode(_ request: DecodeRequest) throws -> Hypothesis
}

/// A voice activity detector (VAD), which estimates the probability of speech in each frame. Blocks the calling thread
/// while it computes.
public protocol SpeechGate {
    /// Number of samples in a frame.
    var frameLength: Int { get }

    /// Resets the detector's state. To be called once before each session.
    func reset()

    /// Returns the probability of speech in each frame, 0…1. Accepts whole frames only.
    func probabilities(of samples: [Float]) throws -> [Float]
}

/// Port: makes voice activity detectors. A detector has internal state, so that each session needs its own.
public protocol SpeechGateMaker: Sendable {
    /// Verifies the checksum of the detector's model and loads it. Throws `modelMissing`, `modelCorrupt` or
    /// `engineFailed`.
    ///
    /// - Parameter isolation: the actor that uses the detector; the model is read on its thread.
    func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate
}
