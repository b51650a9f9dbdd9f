/// What a decoder makes of one window of sound.
public struct Hypothesis: Sendable, Equatable {
    /// What follows the request's prefix and forced tokens, in the order it was spoken.
    public var words: [DecodedWord]
    /// Which of the request's prefixes fits the sound best.
    public var prefix: [Int32]
    /// Probability that the window holds no speech, 0…1.
    public var noSpeech: Double
    /// Mean natural logarithm of the new tokens' probabilities; 0 when there are none.
    public var meanLogProbability: Double
    /// Whether the decoder began to repeat itself. The repetitions are cut off already.
    public var isLooped: Bool
    /// The most probable language and its probability, from multilingual models.
    public var language: DetectedLanguage?
    /// Wall time the decoding took, in seconds.
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

/// A language that was heard.
public struct DetectedLanguage: Sendable, Equatable {
    /// ISO 639-1 code.
    public var code: String
    /// 0…1.
    public var probability: Double

    public init(code: String, probability: Double) {
        self.code = code
        self.probability = probability
    }
}

/// A word and the tokens it was made of.
public struct DecodedWord: Sendable, Equatable {
    /// With its punctuation, without surrounding space.
    public var text: String
    /// Tokens of the model's vocabulary, in order.
    public var tokens: [Int32]
    /// Probability of the least probable token, 0…1.
    public var probability: Double
    /// Whether it is written without a space before it.
    public var isGlued: Bool

    public init(text: String, tokens: [Int32], probability: Double, isGlued: Bool = false) {
        self.text = text
        self.tokens = tokens
        self.probability = probability
        self.isGlued = isGlued
    }

    /// Equal for words that differ only in case and punctuation.
    public var essence: String {
        text.essence
    }
}

extension String {
    /// Letters and digits alone, in lower case.
    var essence: String {
        let kept = lowercased().unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        return String(String.UnicodeScalarView(kept))
    }
}
