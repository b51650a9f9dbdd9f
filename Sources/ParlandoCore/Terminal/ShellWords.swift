/// Splits a command line into words, as a shell does. Supports quotation marks and backslashes, but does not expand
/// variables, commands or file name patterns.
public enum ShellWords {
    /// Returns the words of a command line; nil if a quotation mark is not closed or nothing follows a backslash.
    public static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    word = (word ?? "") + String(character)
                }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                words += word.map { [$0] } ?? []
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil, !isEscaped else {
            return nil
        }
        return words + (word.map { [$0] } ?? [])
    }
}
