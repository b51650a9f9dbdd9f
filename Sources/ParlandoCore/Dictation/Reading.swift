/// Another reading of a doubtful word: what else was said, as the recogniser weighed it.
public struct Reading: Sendable, Equatable, Codable {
    /// Maximum number of readings of a word.
    public static let most = 5

    /// The word without the punctuation around it. In a result of a whole text: that text.
    public var text: String
    /// Confidence of the recogniser, 0…1: the probability of the reading's least probable token.
    public var confidence: Double
    /// Natural logarithm of the reading's probability: the sum of those of its tokens.
    public var likelihood: Double

    public init(text: String, confidence: Double, likelihood: Double) {
        self.text = text
        self.confidence = confidence
        self.likelihood = likelihood
    }
}

extension Sequence<Reading> {
    /// Returns the readings to offer in place of a word: the most probable first, each once, and at most
    /// `Reading.most`. Those that differ only in case or punctuation are the same reading, and the word itself is none.
    public func ranked(beside word: String) -> [Reading] {
        var known: Set<String> = [Word.key(of: word)]
        let ranked = sorted { $0.likelihood > $1.likelihood }.filter { reading in
            reading.text.contains { $0.isLetter || $0.isNumber } && known.insert(Word.key(of: reading.text)).inserted
        }
        return Array(ranked.prefix(Reading.most))
    }
}

extension Word {
    /// The word without the punctuation before and after it; the whole text if it is nothing else.
    public var bare: String {
        let (before, after) = punctuation
        return String(text.dropFirst(before.count).dropLast(after.count))
    }

    /// Returns another text in the punctuation of this word: "Not" in place of "(Knot." gives "(Not.".
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
