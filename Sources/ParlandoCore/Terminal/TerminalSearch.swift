/// A search for a text in a terminal. The text is taken literally: none of its characters has a special meaning.
public struct TerminalSearch: Sendable, Equatable {
    /// Direction of a search in the terminal.
    public enum Direction: Sendable, Equatable {
        /// Towards older lines.
        case up
        /// Towards newer lines.
        case down
    }

    /// Maximum length of the searched text in bytes. Within this limit, a search through ten thousand long lines takes
    /// a fraction of a second.
    public static let longestText = 1_000
    /// ASCII characters with a special meaning in a regular expression.
    private static let special = Set(#"\^$.[]|()?*+{}-#"#.unicodeScalars)

    /// A regular expression (PCRE2) that matches the searched text literally.
    public let pattern: String
    /// Whether the search distinguishes upper and lower case.
    public let isCaseSensitive: Bool
    /// Direction of the search.
    public let direction: Direction
    /// Whether the search begins at the visible end of the terminal. Otherwise it continues at the latest match.
    public let isNew: Bool

    /// Creates a search; nil if the text is empty or longer than `longestText`. The parameters are explained at the
    /// properties of the same names.
    public init?(_ text: String, isCaseSensitive: Bool, direction: Direction, isNew: Bool) {
        guard !text.isEmpty, text.utf8.count <= Self.longestText else {
            return nil
        }
        var pattern = ""
        // The pattern is passed to C, where a null character would end it. Terminals never show null characters.
        for character in text.unicodeScalars where character != "\0" {
            if Self.special.contains(character) {
                pattern += "\\"
            }
            pattern.unicodeScalars.append(character)
        }
        self.pattern = pattern
        self.isCaseSensitive = isCaseSensitive
        self.direction = direction
        self.isNew = isNew
    }
}
