/// A rule for dictation: wherever the words `spoken` are recognised, `written` is written instead.
public struct ReplacementRule: Sendable, Hashable, Codable, Identifiable {
    /// The words as the recogniser writes them. Case and punctuation do not matter.
    public var spoken: String
    /// The text that is written instead of the spoken words: words, punctuation marks, or line feeds. It may be empty.
    public var written: String

    /// Maximum number of characters of `spoken`.
    public static let longestSpoken = 200
    /// Maximum number of characters of `written`.
    public static let longestWritten = 2_000

    public init(_ spoken: String, _ written: String) {
        self.spoken = spoken
        self.written = written
    }

    /// Whether the rule can apply: `spoken` has a letter or digit, and neither text is too long.
    public var isUsable: Bool {
        !keys.isEmpty && spoken.count <= Self.longestSpoken && written.count <= Self.longestWritten
    }

    /// Identifier of the rule: the spoken words in lower case and without punctuation. Two rules with the same `id`
    /// replace the same words.
    public var id: String {
        keys.joined(separator: " ")
    }

    /// The words of `spoken` in lower case and without punctuation, for comparison.
    var keys: [String] {
        WordPart.parts(of: spoken).map(\.key)
    }

    /// What a rule writes: words, a punctuation mark, or line breaks.
    enum Effect: Equatable {
        case words
        /// A mark that follows the previous word without a space, such as a comma.
        case closingMark
        /// A mark that is followed by the next word without a space, such as an opening bracket.
        case openingMark
        /// The given number of line breaks.
        case lines(Int)

        /// Whether the rule also replaces punctuation before the words that it matches.
        var replacesPunctuation: Bool {
            switch self {
            case .words, .openingMark: false
            case .closingMark, .lines: true
            }
        }
    }

    /// What the rule writes: words, a punctuation mark, or line breaks.
    var effect: Effect {
        if !written.isEmpty, written.allSatisfy({ $0 == "\n" }) {
            return .lines(written.count)
        }
        if !written.isEmpty, written.allSatisfy({ ",.;:!?…%)]}»”’。，、！？：；\u{202F}\u{A0}".contains($0) }) {
            return .closingMark
        }
        if !written.isEmpty, written.allSatisfy({ "([{«“‘„¿¡".contains($0) }) {
            return .openingMark
        }
        return .words
    }
}
