/// Text format for a vocabulary, with one word or phrase per line. Empty lines are ignored.
public enum VocabularyList {
    /// Error for a line that is not a valid word or phrase.
    public struct Fault: Error, Sendable, Equatable {
        /// Number of the line, from 1.
        public let line: Int
    }

    /// Maximum number of characters in a word or phrase.
    public static let mostCharacters = 100

    /// Returns the words and phrases in the text of a file. Throws `Fault` at the first line that is not a valid word
    /// or phrase.
    public static func entries(in text: String) throws(Fault) -> [String] {
        var entries: [String] = []
        let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
            guard let entry = entry(String(line)) else {
                throw Fault(line: index + 1)
            }
            entries.append(entry)
        }
        return entries
    }

    /// Returns the words and phrases as the text of a file, which `entries(in:)` reads.
    public static func text(of entries: [String]) -> String {
        entries.map { $0 + "\n" }.joined()
    }

    /// Returns a word or phrase with one space between its words, or nil if the text is not valid: it has no letter or
    /// digit, contains a control character, or is too long.
    public static func entry(_ text: String) -> String? {
        let entry = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isPlain = entry.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, entry.count <= mostCharacters, entry.contains(where: { $0.isLetter || $0.isNumber }) else {
            return nil
        }
        return entry
    }
}
