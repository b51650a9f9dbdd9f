/// A recognised word with its times.
public struct Word: Sendable, Equatable, Codable {
    /// The word with its punctuation, without surrounding space.
    public var text: String
    /// Start of the word, in seconds since the session began.
    public var start: Double
    /// End of the word, in seconds since the session began.
    public var end: Double
    /// Confidence of the recogniser, 0…1: the probability of the word's least probable token.
    public var probability: Double
    /// Whether the word is written without a space before it, as in Chinese and Japanese.
    public var isGlued = false

    enum CodingKeys: String, CodingKey {
        case text, start, end, probability
    }

    public init(text: String, start: Double, end: Double, probability: Double, isGlued: Bool = false) {
        self.text = text
        self.start = start
        self.end = end
        self.probability = probability
        self.isGlued = isGlued
    }
}

extension Word {
    /// Returns the word with its times shifted by a number of seconds.
    public func moved(by seconds: Double) -> Word {
        var word = self
        word.start += seconds
        word.end += seconds
        return word
    }
}

extension Sequence<Word> {
    /// The words as running text, with spaces where the language has them. A line feed has none around it.
    public var text: String {
        var result = ""
        for word in self {
            if !result.isEmpty, !word.isGlued, word.text != "\n", result.last != "\n" {
                result += " "
            }
            result += word.text
        }
        return result
    }
}
