/// How long subtitles in the script of a text have to be shown, and how wide they may be.
///
/// Figures: Netflix's Timed Text Style Guides for English (USA), Simplified Chinese, Japanese and Korean, section
/// "Character Limitation" and "Reading Speed Limits" (adult programmes). As these guides count, a Latin letter, digit,
/// space or punctuation mark in Japanese and Korean is half a character.
struct ReadingSpeed: Equatable {
    /// Maximum number of columns in a line. Chinese, Japanese and Korean characters take two.
    let columns: Int
    /// Maximum number of columns a second.
    let columnsPerSecond: Double

    /// Latin script, and all others that are not named here: 42 characters in a line, 20 a second.
    static let alphabetic = ReadingSpeed(columns: 42, columnsPerSecond: 20)
    /// 16 characters in a line, 9 a second.
    static let chinese = ReadingSpeed(columns: 32, columnsPerSecond: 18)
    /// 13 characters in a line, 4 a second.
    static let japanese = ReadingSpeed(columns: 26, columnsPerSecond: 8)
    /// 16 characters in a line, 12 a second.
    static let korean = ReadingSpeed(columns: 32, columnsPerSecond: 24)

    /// Minimum share of kana in the characters of a Japanese text, whose other characters are Chinese ones.
    private static let leastKana = 0.1

    /// Returns the speed for a text, judging by its script. A text with a few foreign words keeps its own script's.
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
        // A word of an alphabet is as long as two or three characters of the other scripts.
        guard 3 * (kana + hangul + han) > others else {
            return .alphabetic
        }
        if hangul > kana + han {
            return .korean
        }
        return Double(kana) >= leastKana * Double(kana + han) && kana > 0 ? .japanese : .chinese
    }
}
