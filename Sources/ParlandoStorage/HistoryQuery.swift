/// The words that the user searches for, in a form that SQLite understands. No text that the user enters causes a
/// syntax error.
struct HistoryQuery: Equatable {
    /// An FTS5 expression that matches texts with all words, as beginnings of words; nil if there are no such words.
    let expression: String?
    /// Texts that must occur exactly as they are: words of scripts without spaces, where a word can begin anywhere, and
    /// words without letters or digits.
    let parts: [String]

    /// Maximum number of words that are searched for; `longestWord` is the maximum number of characters of each. SQLite
    /// cannot parse an expression of a few hundred words, and takes seconds for a pasted page.
    private static let mostWords = 24
    private static let longestWord = 64

    init(_ words: String) {
        // A zero byte would end the text within SQLite. Of many words, the first ones are searched for.
        let words = words.replacing("\0", with: "")
            .split(maxSplits: Self.mostWords, whereSeparator: \.isWhitespace).prefix(Self.mostWords)
            .map { String($0.prefix(Self.longestWord)) }
        let indexed = words.filter { $0.isIndexed && !$0.isSpaceless }
        parts = words.filter { !$0.isIndexed || $0.isSpaceless }
        expression =
            indexed.isEmpty
            ? nil : indexed.map(Self.phrase).joined(separator: " ")
    }

    private static func phrase(_ word: String) -> String {
        "\"" + HistoryTables.indexedForm(word).replacing("\"", with: "\"\"") + "\"*"
    }
}

extension String {
    /// Whether the text has a character that the index contains: a letter or a digit.
    fileprivate var isIndexed: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber:
                true
            default: false
            }
        }
    }

    /// Whether the text has characters of a script that is written without spaces: Thai, Lao, Burmese, Khmer, Japanese
    /// or Chinese.
    fileprivate var isSpaceless: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
                0x20000...0x3FFFD:
                true
            default: false
            }
        }
    }
}
