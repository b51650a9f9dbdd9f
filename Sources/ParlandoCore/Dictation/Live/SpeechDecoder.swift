/// Sound to decode, and what is known of it.
public struct DecodeRequest: Sendable, Equatable {
    /// How much work an answer is worth.
    public enum Effort: Sendable, Equatable {
        /// Somebody waits, and a better answer follows soon.
        case quick
        /// The answer decides what is final.
        case full
    }

    /// Mono at 16 kHz, at most 30 s.
    public var samples: [Float]
    /// Tokens the text may begin with, the likeliest first: final words whose sound is among `samples`. They are not part
    /// of the hypothesis. Never empty.
    public var prefixes: [[Int32]]
    /// How many of the samples, from the first one, the prefix was heard in: an estimate, as all times of words.
    public var prefixSamples: Int
    /// Tokens that follow the prefix in any case.
    public var forced: [Int32]
    /// What the decoding before found behind those. A quick answer is gently drawn to it; others are free, and only found
    /// sooner where they agree.
    public var expected: [Int32]
    /// ISO 639-1 code, or nil to take the most probable language (multilingual models).
    public var language: String?
    /// How much work the answer is worth.
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

/// Sound to words. Blocks the calling thread while it computes.
public protocol SpeechDecoder {
    func decode(_ request: DecodeRequest) throws -> Hypothesis
}

/// Tells speech from everything else, frame by frame. Blocks the calling thread while it computes.
public protocol SpeechGate {
    /// Samples in a frame.
    var frameLength: Int { get }

    /// Forgets what it heard. Call once before a session.
    func reset()

    /// The probability of speech in each frame, 0…1. Takes whole frames only.
    func probabilities(of samples: [Float]) throws -> [Float]
}

/// Port: gates for sessions. A gate remembers what it heard, so each session needs its own.
public protocol SpeechGateMaker: Sendable {
    /// Reads the model of a gate, once its checksum was compared. Throws `modelMissing`, `modelCorrupt` or
    /// `engineFailed`.
    ///
    /// - Parameter isolation: the actor that uses the gate; its thread reads the model.
    func makeGate(isolation: isolated (any Actor)?) async throws(RecognitionError) -> any SpeechGate
}
