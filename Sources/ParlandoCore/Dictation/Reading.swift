/// An alternative reading of a doubtful word: another candidate of the recogniser, with its probability.
public struct Reading: Sendable, Equatable, Codable {
    /// Maximum number of alternative readings of a word.
    public static let most = 5

    /// The text that may have been said. For a word, without the punctuation around it; for an alternative
    /// transcription, the whole text.
    public var text: String
    /// Confidence of the recogniser, 0…1: the probability of the reading's least probable token.
    public var confidence: Double
    /// Natural logarithm of the reading's probability: the sum of the logarithms of its tokens' probabilities.
    public var likelihood: Double

    public init(text: String, confidence: Double, likelihood: Double) {
        self.text = text
        self.confidence = confidence
        self.likelihood = likelihood
    }
}

extension Sequence<Reading> {
    /// Returns the readings to offer in place of a word: the most probable first, without duplicates, at most
    /// `Reading.most`. Readings that differ only in case or punctuation are duplicates. The word itself is not among
    /// them.
    public func ranked(beside word: String) -> [Reading] {
        var known: Set<String> = [Word.key(of: word)]
        let ranked = sorted { $0.likelihood > $1.likelihood }.filter { reading in
            reading.text.contains { $0.isLetter || $0.isNumber } && known.insert(Word.key(of: reading.text)).inserted
        }
        return Array(ranked.prefix(Reading.most))
    }
}

extension Word {
    /// The word without the punctuation before and after it; the whole text if it is only punctuation.
    public var bare: String {
        let (before, after) = punctuation
        return String(text.dropFirst(before.count).dropLast(after.count))
    }

    /// Returns another text with the punctuation of this word around it: "Not" in place of "(Knot." gives "(Not.".
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
