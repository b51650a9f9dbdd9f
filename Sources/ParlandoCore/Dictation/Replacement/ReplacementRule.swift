import Foundation

/// Wherever the words `spoken` are recognised, `written` is written instead.
public struct ReplacementRule: Sendable, Hashable, Codable, Identifiable {
    /// Case and punctuation do not matter, but signs within or after a word do, as in AT&T and C++.
    public var spoken: String
    /// Words, punctuation marks, or line feeds; may be empty.
    public var written: String

    /// Maximum length in characters.
    public static let longestSpoken = 200
    /// Maximum length in characters.
    public static let longestWritten = 2_000

    public init(_ spoken: String, _ written: String) {
        self.spoken = spoken
        self.written = written
    }

    /// Whether `spoken` has a letter or digit, and neither text is too long.
    public var isUsable: Bool {
        !keys.isEmpty && spoken.count <= Self.longestSpoken && written.count <= Self.longestWritten
    }

    /// The keys of `spoken`: two rules with one `id` replace the same words.
    public var id: String {
        keys.joined(separator: " ")
    }

    /// In lower case and without punctuation.
    var keys: [String] {
        WordPart.parts(of: spoken).map(\.linked)
    }

    enum Effect: Equatable {
        case words
        /// Follows the previous word without a space, such as a comma.
        case closingMark
        /// The next word follows without a space, as after an opening bracket.
        case openingMark
        case lines(Int)

        /// Whether punctuation before the words is replaced too.
        var replacesPunctuation: Bool {
            switch self {
            case .words, .openingMark: false
            case .closingMark, .lines: true
            }
        }
    }

    var effect: Effect {
        if !written.isEmpty, written.allSatisfy({ $0 == "\n" }) {
            return .lines(written.count)
        }
        // German “ closes, although it opens in most languages.
        let isClosing = spoken == "Anführungszeichen zu" && written == "“"
        if isClosing || !written.isEmpty && written.allSatisfy({ ",.;:!?…%)]}»”’。，、！？：；\u{202F}\u{A0}".contains($0) }) {
            return .closingMark
        }
        if !written.isEmpty, written.allSatisfy({ "([{«“‘„¿¡".contains($0) }) {
            return .openingMark
        }
        return .words
    }
}

/// Text format for rules, one per line: the spoken words, a tab or an arrow (→), and the written text, in which `\n`
/// stands for a line break and `\\` for a backslash.
public enum ReplacementList {
    /// An invalid line.
    public struct Fault: Error, Sendable, Equatable {
        public enum Kind: Sendable, Equatable {
            case noSeparator
            case noWords
            case tooLong
        }

        public let kind: Kind
        /// Counted from 1.
        public let line: Int
    }

    private static let arrow = "→"

    /// Throws `Fault` at the first invalid line.
    public static func rules(in text: String) throws(Fault) -> [ReplacementRule] {
        var rules: [ReplacementRule] = []
        let text = (text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text).precomposedStringWithCanonicalMapping
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

    /// Writes rules in the form that `rules(in:)` reads.
    public static func text(of rules: [ReplacementRule]) -> String {
        rules.map { "\(spaced($0.spoken))\t\(escaped($0.written))\n" }.joined()
    }

    /// On one line: line breaks and backslashes are escaped, tabs become spaces.
    public static func escaped(_ written: String) -> String {
        written.map { character -> String in
            switch character {
            case "\\": "\\\\"
            case "\t": " "
            default: character.isNewline ? "\\n" : String(character)
            }
        }.joined()
    }

    /// Reverses `escaped`.
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

    /// With single spaces.
    private static func spaced(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let text = text.drop(while: \.isWhitespace)
        return String(String(text.reversed().drop(while: \.isWhitespace)).reversed())
    }
}
