/// Text format for replacement rules, one rule per line: the spoken words, a tab or an arrow (→), and the written text.
/// In the written text, `\n` stands for a line break and `\\` for a backslash. Empty lines are ignored.
public enum ReplacementList {
    /// Error for a line that is not a valid rule.
    public struct Fault: Error, Sendable, Equatable {
        /// Reason why a line is not a valid rule.
        public enum Kind: Sendable, Equatable {
            /// There is neither a tab nor an arrow.
            case noSeparator
            /// There is no word before the tab or arrow.
            case noWords
            case tooLong
        }

        /// What is wrong with the line.
        public let kind: Kind
        /// Number of the line, from 1.
        public let line: Int
    }

    private static let arrow = "→"

    /// Returns the rules in the text of a file. Throws `Fault` at the first line that is not a valid rule.
    public static func rules(in text: String) throws(Fault) -> [ReplacementRule] {
        var rules: [ReplacementRule] = []
        let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
            guard let border = line.firstIndex(of: "\t") ?? line.firstIndex(of: Character(arrow)) else {
                throw Fault(kind: .noSeparator, line: index + 1)
            }
            let written = trimmed(line[line.index(after: border)...]).replacing("\t", with: " ")
            let rule = ReplacementRule(spaced(line[..<border]), unescaped(written))
            guard !rule.keys.isEmpty else {
                throw Fault(kind: .noWords, line: index + 1)
            }
            guard rule.isUsable else {
                throw Fault(kind: .tooLong, line: index + 1)
            }
            rules.append(rule)
        }
        return rules
    }

    /// Returns the rules as the text of a file, which `rules(in:)` reads.
    public static func text(of rules: [ReplacementRule]) -> String {
        rules.map { "\(spaced($0.spoken))\t\(escaped($0.written))\n" }.joined()
    }

    /// Returns the written text of a rule on one line: line breaks and backslashes are escaped, and tabs become spaces.
    public static func escaped(_ written: String) -> String {
        written.map { character -> String in
            switch character {
            case "\\": "\\\\"
            case "\t": " "
            default: character.isNewline ? "\\n" : String(character)
            }
        }.joined()
    }

    /// Returns the written text of a rule, from the line that `escaped` has made of it.
    public static func unescaped(_ line: String) -> String {
        var result = ""
        var isEscaped = false
        for character in line {
            switch character {
            case "n" where isEscaped: result += "\n"
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "\\": result += "\\"
            default: result += (isEscaped ? "\\" : "") + String(character)
            }
            isEscaped = false
        }
        return isEscaped ? result + "\\" : result
    }

    /// Returns the words of a text with one space between them.
    private static func spaced(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let text = text.drop(while: \.isWhitespace)
        return String(String(text.reversed().drop(while: \.isWhitespace)).reversed())
    }
}
