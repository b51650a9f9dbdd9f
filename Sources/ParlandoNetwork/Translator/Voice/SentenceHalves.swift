/// Splits a sentence in two at the least noticeable place. Free of side effects.
enum SentenceHalves {
    /// Minimum length of a part, in characters; no service finds such a part too long.
    private static let shortest = 60
    private static let clauseEnds: Set<Character> = [",", ";", ":", "–", "—", "،", "؛", "、", "，", "；", "："]

    /// Returns both halves without the space between them, or nil if the text is too short to split.
    ///
    /// The split is after the end of a clause, else between two words, else anywhere; in each case as near the middle
    /// as possible.
    static func cut(_ text: String) -> (String, String)? {
        let letters = Array(text)
        guard letters.count >= 2 * shortest else {
            return nil
        }
        let middle = letters.count / 2
        let places = (shortest...(letters.count - shortest)).sorted { abs($0 - middle) < abs($1 - middle) }
        let place =
            places.first { clauseEnds.contains(letters[$0 - 1]) } ?? places.first { letters[$0].isWhitespace } ?? middle
        let second = letters[place...].drop(while: \.isWhitespace)
        return (String(letters[..<place]), String(second))
    }
}
