/// A misheard word that the user has corrected to one that sounds alike, and is worth adding to the vocabulary.
public struct Correction: Sendable, Hashable {
    /// Without the punctuation around it.
    public let heard: String
    public let written: String

    /// Shorter words in small letters are ordinary ones, which the recognizer knows.
    private static let rareLength = 8

    /// Nil unless all that differs between two texts is such a word, or a few next to each other.
    public init?(from old: String, to new: String) {
        let (old, new) = (old.split(whereSeparator: \.isWhitespace), new.split(whereSeparator: \.isWhitespace))
        let start = zip(old, new).prefix { $0 == $1 }.count
        let room = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
        let (before, after) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
        guard 1...3 ~= before.count, 1...3 ~= after.count, Set(before).isDisjoint(with: after) else {
            return nil
        }
        (heard, written) = (Self.word(before).bare, Self.word(after).bare)
        // Checked first: a page without spaces is one word.
        guard heard.count <= VocabularyList.mostCharacters, VocabularyList.entry(written) != nil else {
            return nil
        }
        let keys = [heard, written].map { Word.key(of: $0).map { String($0) } }
        let longer = max(keys[0].count, keys[1].count)
        let alike = SequenceAlignment.matches(of: keys[0], in: keys[1]).count { $0 != nil }
        // A capital at the beginning of a sentence tells nothing.
        let isFirst = start == 0 || Self.word(old[..<start].suffix(1)).endsSentence
        let isName = written.dropFirst(isFirst ? 1 : 0).contains { $0.isUppercase || $0.isNumber }
        guard keys[0] != keys[1], 2 * alike >= longer, isName || longer >= Self.rareLength else {
            return nil
        }
    }

    private static func word(_ words: ArraySlice<Substring>) -> Word {
        Word(text: words.joined(separator: " "), start: 0, end: 0, probability: 1)
    }
}
