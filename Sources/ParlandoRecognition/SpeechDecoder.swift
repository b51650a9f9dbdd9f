public import ParlandoCore

/// A window of sound to decode, with the text known so far. Tokens are numbers in the speech recognition engine's
/// vocabulary, which only the engine interprets.
public struct DecodeRequest: Sendable, Equatable {
    /// Amount of computation to spend on a decoding.
    public enum Effort: Sendable, Equatable {
        /// For an interim result: the user is waiting, and a better result follows soon.
        case quick
        /// For a review: the result decides which words are final.
        case full
    }

    /// Mono samples at 16 kHz, at most 30 s.
    public var samples: [Float]
    /// Token sequences with which the text of `samples` may begin, the most probable first. The words at the beginning
    /// are final, that is, recognised for good. The sequences begin with different words, because it is uncertain which
    /// of these words the samples begin with. The decoded hypothesis does not repeat them. Never empty.
    public var prefixes: [[Int32]]
    /// Estimated number of samples at the beginning of `samples` that contain the words of the prefix, the text that is
    /// already known.
    public var prefixSamples: Int
    /// Tokens of words that must follow the prefix (the known final words) unchanged. The hypothesis does not include
    /// these words.
    public var forced: [Int32]
    /// Tokens that the previous decoding chose after the forced tokens. A quick decoding favours them slightly. In a
    /// full decoding they affect only the speed, which is higher if the decoding chooses the same tokens.
    public var expected: [Int32]
    /// ISO 639-1 code of the spoken language; nil to detect the language (multilingual models only).
    public var language: String?
    /// Whether the result is for display (`quick`) or decides which words are final (`full`).
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

/// Converts a window of sound to words. Blocks the calling thread while it computes.
public protocol SpeechDecoder {
    func decode(_ request: DecodeRequest) throws -> Hypothesis

    /// Returns alternative readings of doubtful words of the last hypothesis. `words` must be in spoken order.
    ///
    /// - Parameter steps: maximum number of further computations, each of which takes about as long as decoding one
    ///   token.
    func readings(of words: [DecodedWord], steps: Int) throws -> WeighedReadings
}

extension SpeechDecoder {
    /// Returns the alternative readings that the words already have, without further computation.
    public func readings(of words: [DecodedWord], steps: Int) throws -> WeighedReadings {
        WeighedReadings(words.map(\.readings))
    }
}

/// Alternative readings of several words, with the time that the search for them took.
public struct WeighedReadings: Sendable, Equatable {
    /// The alternative readings of each word, the most probable first.
    public var readings: [[Reading]]
    /// Wall-clock duration of the computation, in seconds.
    public var cost: Double

    public init(_ readings: [[Reading]], cost: Double = 0) {
        self.readings = readings
        self.cost = cost
    }
}

/// The result of decoding one window of sound.
public struct Hypothesis: Sendable, Equatable {
    /// The recognised words in spoken order, without the words that the request gave as prefix or forced tokens.
    public var words: [DecodedWord]
    /// The one of the request's prefixes (beginnings of the text) that fits the sound best.
    public var prefix: [Int32]
    /// Probability that the window has no speech, 0…1.
    public var noSpeech: Double
    /// Mean log probability (natural logarithm) of the new tokens; 0 if there are no new tokens.
    public var meanLogProbability: Double
    /// Whether the decoder began to repeat itself. The repetitions have already been removed.
    public var isLooped: Bool
    /// The most probable language; nil with English-only models.
    public var language: DetectedLanguage?
    /// Wall-clock duration of the decoding, in seconds.
    public var cost: Double

    public init(
        words: [DecodedWord] = [], prefix: [Int32] = [], noSpeech: Double = 0, meanLogProbability: Double = 0,
        isLooped: Bool = false,
        language: DetectedLanguage? = nil, cost: Double = 0
    ) {
        self.words = words
        self.prefix = prefix
        self.noSpeech = noSpeech
        self.meanLogProbability = meanLogProbability
        self.isLooped = isLooped
        self.language = language
        self.cost = cost
    }
}

/// The language that a multilingual model detected in a window, with its probability.
public struct DetectedLanguage: Sendable, Equatable {
    /// ISO 639-1 code of the language.
    public var code: String
    /// Probability of the language, 0…1.
    public var probability: Double

    public init(code: String, probability: Double) {
        self.code = code
        self.probability = probability
    }
}

/// A word with the tokens that make it up.
public struct DecodedWord: Sendable, Equatable {
    /// The word with its punctuation, without surrounding space.
    public var text: String
    /// Tokens of the model's vocabulary, in order.
    public var tokens: [Int32]
    /// Probability of the least probable token, 0…1.
    public var probability: Double
    /// Whether the word is written without a space before it.
    public var isGlued: Bool
    /// Alternatives to a doubtful word, the most probable first, as far as they are known without further computation.
    public var readings: [Reading]

    public init(
        text: String, tokens: [Int32], probability: Double, isGlued: Bool = false, readings: [Reading] = []
    ) {
        self.text = text
        self.tokens = tokens
        self.probability = probability
        self.isGlued = isGlued
        self.readings = readings
    }

    /// Whether the word's probability is below `Word.doubt`.
    public var isDoubtful: Bool {
        probability < Word.doubt
    }

    /// The word in lower case without punctuation, for comparison.
    public var essence: String {
        text.essence
    }
}

extension String {
    /// The text reduced to its letters and digits, in lower case.
    var essence: String {
        let kept = lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return String(String.UnicodeScalarView(kept))
    }
}
