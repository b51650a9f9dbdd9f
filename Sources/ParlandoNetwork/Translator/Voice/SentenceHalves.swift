/// Cuts a sentence in two where a listener notices it least. Pure.
enum SentenceHalves {
    /// A part of fewer characters than this is not too long for any service.
    private static let shortest = 60
    private static let clauseEnds: Set<Character> = [",", ";", ":", "–", "—", "،", "؛", "、", "，", "；", "："]

    /// Both halves, without space between them; nil: the text is too short to be cut.
    ///
    /// Cut behind the end of a clause, else between two words, else anywhere: each time as near the middle as possible.
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
