import ParlandoPresenters

/// Long texts of the help pages: paragraphs, examples and blocks in which line breaks matter.
enum HelpText {
    /// Example of a command line, with an optional remark.
    struct Example: ExpressibleByStringLiteral {
        let command: String
        let note: String?

        init(stringLiteral command: String) {
            self.init(command)
        }

        /// - Parameter note: translated remark on what the command does, or nil if it explains itself.
        init(_ command: String, note: String? = nil) {
            self.command = command
            self.note = note
        }
    }

    /// Returns the parts of a text with a blank line between them.
    static func paragraphs(_ parts: String...) -> String {
        parts.joined(separator: "\n\n")
    }

    /// Returns example command lines below their heading, with their notes in a column of their own.
    static func examples(_ examples: Example...) -> String {
        let width = examples.filter { $0.note != nil }.map(\.command.count).max() ?? 0
        let lines = examples.map { example in
            example.note.map { "  \(example.command.padded(to: width))   \($0)" } ?? "  \(example.command)"
        }
        return ([examples.count == 1 ? tr("Example:") : tr("Examples:")] + lines).joined(separator: "\n")
    }

    /// Returns a table of exit codes below its heading.
    static func exitCodes(_ rows: (code: Int32, meaning: String)...) -> String {
        let lines = rows.map { "  " + "\($0.code)".padded(to: 3) + " " + $0.meaning }
        return ([tr("Exit codes:")] + lines).joined(separator: "\n")
    }

    /// Returns the lines of a JSON format or a formula, indented. They are the same in every language.
    static func form(_ lines: String...) -> String {
        lines.map { "  " + $0 }.joined(separator: "\n")
    }
}

extension String {
    /// Returns the text padded with spaces at the end to this number of characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
