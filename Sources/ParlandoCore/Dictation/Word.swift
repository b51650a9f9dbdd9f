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
    /// Alternatives to a doubtful word, the most probable first. Empty if the recogniser was sure of the word or
    /// reports no alternatives; servers report none.
    public var readings: [Reading] = []

    /// Probability below which a word is doubtful, because the recogniser considers it more likely that another word
    /// was said.
    public static let doubt = 0.5

    /// Whether the recogniser was not sure of the word.
    public var isDoubtful: Bool {
        probability < Self.doubt
    }

    enum CodingKeys: String, CodingKey {
        case text, start, end, probability
    }

    public init(
        text: String, start: Double, end: Double, probability: Double, isGlued: Bool = false, readings: [Reading] = []
    ) {
        self.text = text
        self.start = start
        self.end = end
        self.probability = probability
        self.isGlued = isGlued
        self.readings = readings
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
    /// The words as running text, with spaces where the language has them. There are no spaces around a line feed.
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

extension Word {
    /// Whether the word ends a sentence, judging by its punctuation.
    public var endsSentence: Bool {
        Self.last(of: text, isIn: ".!?…。！？؟।")
    }

    /// Whether the word ends a clause, judging by its punctuation.
    public var endsClause: Bool {
        Self.last(of: text, isIn: ",;:–—、，；：،")
    }

    /// Whether the word has neither letters nor digits.
    public var isPunctuation: Bool {
        !text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// The word in a form for comparison: only its letters and digits, in lower case. Punctuation is its own key.
    public var key: String {
        Self.key(of: text)
    }

    /// Returns the letters and digits of a text in lower case, or the text itself if it has none.
    public static func key(of text: some StringProtocol) -> String {
        let bare = text.lowercased().unicodeScalars.filter { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return bare.isEmpty ? String(text) : String(String.UnicodeScalarView(bare))
    }

    /// Returns whether the last character of a text is one of `signs`. Closing quotes and brackets at the end are
    /// ignored.
    private static func last(of text: String, isIn signs: String) -> Bool {
        guard let sign = text.last(where: { !"\"'”’»)]".contains($0) }) else {
            return false
        }
        return signs.contains(sign)
    }
}
