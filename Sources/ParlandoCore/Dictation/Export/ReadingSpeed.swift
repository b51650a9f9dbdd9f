/// Limits for subtitles in a script: the maximum width of a line, and the maximum reading speed.
///
/// The figures are from Netflix's Timed Text Style Guides for English (USA), Simplified Chinese, Japanese and Korean,
/// sections "Character Limitation" and "Reading Speed Limits" (adult programmes). As in these guides, a Latin letter,
/// digit, space or punctuation mark in Japanese and Korean counts as half a character.
struct ReadingSpeed: Equatable {
    /// Maximum number of columns in a line. A Chinese, Japanese or Korean character takes two columns.
    let columns: Int
    /// Maximum reading speed in columns per second.
    let columnsPerSecond: Double

    /// Limits for the Latin script, and all others that are not named here: 42 characters per line, 20 per second.
    static let alphabetic = ReadingSpeed(columns: 42, columnsPerSecond: 20)
    /// Limits for Chinese: 16 characters per line, 9 per second. A character takes two columns.
    static let chinese = ReadingSpeed(columns: 32, columnsPerSecond: 18)
    /// Limits for Japanese: 13 characters per line, 4 per second. A character takes two columns.
    static let japanese = ReadingSpeed(columns: 26, columnsPerSecond: 8)
    /// Limits for Korean: 16 characters per line, 12 per second. A character takes two columns.
    static let korean = ReadingSpeed(columns: 32, columnsPerSecond: 24)

    /// Minimum fraction of kana among the kana and Chinese characters of a text that counts as Japanese.
    private static let leastKana = 0.1

    /// Returns the limits for a text, according to its script. A few words in another script make no difference.
    static func of(_ text: some Sequence<Character>) -> ReadingSpeed {
        var (kana, hangul, han, others) = (0, 0, 0, 0)
        for scalar in text.lazy.compactMap(\.unicodeScalars.first) {
            switch scalar.value {
            case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: kana += 1
            case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3: hangul += 1
            case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: han += 1
            default: others += scalar.properties.isAlphabetic ? 1 : 0
            }
        }
        // A character of the other scripts stands for about as much text as three letters of an alphabet.
        guard 3 * (kana + hangul + han) > others else {
            return .alphabetic
        }
        if hangul > kana + han {
            return .korean
        }
        return Double(kana) >= leastKana * Double(kana + han) && kana > 0 ? .japanese : .chinese
    }
}
