/// A recognised word with its times.
public struct Word: Sendable, Equatable, Codable {
    /// With its punctuation, without surrounding space.
    public var text: String
    /// In seconds since the session began.
    public var start: Double
    /// In seconds since the session began.
    public var end: Double
    /// The probability of the word's least probable token, 0…1.
    public var probability: Double
    /// Whether the word is written without a space before it, as in Chinese and Japanese.
    public var isGlued = false
    /// Other readings of a doubtful word, the most probable first. Servers report none.
    public var readings: [Reading] = []

    /// Probability below which it is more likely that another word was said.
    public static let doubt = 0.5

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
    /// Shifts the times by a number of seconds.
    public func moved(by seconds: Double) -> Word {
        var word = self
        word.start += seconds
        word.end += seconds
        return word
    }
}

extension Sequence<Word> {
    /// Running text, with spaces where the language has them, and none around a line feed.
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
    /// Judged by the punctuation.
    public var endsSentence: Bool {
        Self.last(of: text, isIn: ".!?…。！？؟।")
    }

    /// Judged by the punctuation.
    public var endsClause: Bool {
        Self.last(of: text, isIn: ",;:–—、，；：،")
    }

    /// Whether there is neither a letter nor a digit.
    public var isPunctuation: Bool {
        !text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    /// For comparison: only letters and digits, in lower case. Punctuation is its own key.
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

    /// Closing quotes and brackets at the end are ignored.
    private static func last(of text: String, isIn signs: String) -> Bool {
        guard let sign = text.last(where: { !"\"'”’»)]".contains($0) }) else {
            return false
        }
        return signs.contains(sign)
    }
}

/// An alternative to a doubtful word.
public struct Reading: Sendable, Equatable, Codable {
    /// Maximum number of readings of a word.
    public static let most = 5

    /// The word without the punctuation around it. If this is an alternative to a whole transcription, its entire text.
    public var text: String
    /// The probability of the reading's least probable token, 0…1.
    public var confidence: Double
    /// The sum of the natural logarithms of the tokens' probabilities.
    public var likelihood: Double

    public init(text: String, confidence: Double, likelihood: Double) {
        self.text = text
        self.confidence = confidence
        self.likelihood = likelihood
    }
}

extension Sequence<Reading> {
    /// The most probable readings first, at most `Reading.most`, without the word itself. Those that differ only in
    /// case or punctuation are duplicates.
    public func ranked(beside word: String) -> [Reading] {
        var known: Set<String> = [Word.key(of: word)]
        let ranked = sorted { $0.likelihood > $1.likelihood }.filter { reading in
            reading.text.contains { $0.isLetter || $0.isNumber } && known.insert(Word.key(of: reading.text)).inserted
        }
        return Array(ranked.prefix(Reading.most))
    }
}

extension Word {
    /// Without the punctuation before and after; the whole text if it is only punctuation.
    public var bare: String {
        let (before, after) = punctuation
        return String(text.dropFirst(before.count).dropLast(after.count))
    }

    /// Puts another text in place of the word: "Not" for "(Knot." gives "(Not.".
    public func reading(as other: String) -> String {
        let (before, after) = punctuation
        return before + other + after
    }

    private var punctuation: (before: Substring, after: Substring) {
        func isOutside(_ character: Character) -> Bool {
            !character.isLetter && !character.isNumber
        }
        let before = text.prefix(while: isOutside)
        guard before.count < text.count else {
            return ("", "")
        }
        return (before, text.suffix(text.reversed().prefix(while: isOutside).count))
    }
}
