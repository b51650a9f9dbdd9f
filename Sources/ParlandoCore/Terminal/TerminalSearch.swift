/// A search for a text in a terminal. The text is taken literally: none of its characters has a special meaning.
public struct TerminalSearch: Sendable, Equatable {
    /// Direction in which to search.
    public enum Direction: Sendable, Equatable {
        /// Towards older lines.
        case up
        /// Towards newer lines.
        case down
    }

    /// Maximum length of the text in bytes. Within this limit, a search through ten thousand long lines takes a
    /// fraction of a second.
    public static let longestText = 1_000
    /// ASCII characters with a special meaning in a regular expression.
    private static let special = Set(#"\^$.[]|()?*+{}-#"#.unicodeScalars)

    /// The text as a regular expression (PCRE2) that matches it literally.
    public let pattern: String
    /// Whether upper and lower case are distinguished.
    public let isCaseSensitive: Bool
    /// Direction in which to search.
    public let direction: Direction
    /// Whether the search begins at the visible end of the terminal, and not at the latest match.
    public let isNew: Bool

    /// Nil if the text is empty or longer than `longestText`.
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
