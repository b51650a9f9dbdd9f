/// Breaks words into lines of limited width.
struct LineBreaker {
    /// Maximum number of columns in a line.
    var width = ReadingSpeed.alphabetic.columns

    /// Returns the words as one line, or as two lines of about equal length, preferably broken after punctuation.
    /// Returns nil if the words do not fit into two lines.
    func lines(_ words: some Collection<Word>) -> [String]? {
        let words = Array(words)
        let whole = words.text
        if columns(whole) <= width {
            return [whole]
        }
        var best: (lines: [String], cost: Int)?
        for index in words.indices.dropFirst() {
            let (upper, lower) = (words[..<index].text, words[index...].text)
            let (upperColumns, lowerColumns) = (columns(upper), columns(lower))
            guard upperColumns <= width, lowerColumns <= width else {
                continue
            }
            let isAtPause = words[index - 1].endsClause || words[index - 1].endsSentence
            let cost = abs(upperColumns - lowerColumns) - (isAtPause ? 16 : 0)
            if cost < best?.cost ?? .max {
                best = ([upper, lower], cost)
            }
        }
        return best?.lines
    }

    /// Returns the width of a text in columns. A Chinese, Japanese or Korean character takes two columns.
    func columns(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + Self.columns($1) }
    }

    static func columns(_ character: Character) -> Int {
        character.unicodeScalars.contains { isWide($0.value) } ? 2 : 1
    }

    /// Returns whether a character is in one of the wide ranges of Unicode's EastAsianWidth.txt. Only ranges used in
    /// running text are included.
    private static func isWide(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default:
            false
        }
    }
}
