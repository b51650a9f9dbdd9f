/// A recognised word and where it lies in the session.
public struct Word: Sendable, Equatable, Codable {
    /// The word with its punctuation, without surrounding space.
    public var text: String
    /// Seconds since the first sample of the session.
    public var start: Double
    /// Seconds from the first sample of the session to the end of the word.
    public var end: Double
    /// How sure the recogniser is, 0…1: the least probable of the word's tokens.
    public var probability: Double
    /// Whether it is written without a space before it, as in Chinese and Japanese.
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
    /// The word so many seconds later.
    public func moved(by seconds: Double) -> Word {
        var word = self
        word.start += seconds
        word.end += seconds
        return word
    }
}

extension Sequence<Word> {
    /// The words as they are written, with spaces where the language has them.
    public var text: String {
        var result = ""
        for word in self {
            if !result.isEmpty, !word.isGlued {
                result += " "
            }
            result += word.text
        }
        return result
    }
}
