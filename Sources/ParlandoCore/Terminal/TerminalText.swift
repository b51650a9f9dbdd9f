/// Makes text from other sources safe for a terminal.
///
/// A transcript or translation may come from a server, or from a model that was given a hostile recording. In a
/// terminal, control characters are commands: a line break runs the typed command, `ESC [ 201 ~` ends a bracketed
/// paste, and Ctrl+C ends a program. Control characters are therefore removed or replaced here, without relying on the
/// terminal to filter them.
public enum TerminalText {
    /// Handling of line breaks in text for a terminal.
    public enum LineBreaks: Sendable, Equatable {
        /// Each line break becomes a space.
        case spaces
        /// Line breaks are sent, because the user has chosen so.
        case kept
    }

    /// Returns a text in a form that is safe to type into a terminal.
    ///
    /// Removes all invisible characters (`InvisibleText`) except those needed for the spelling of a word. Tabs, which
    /// complete names in a shell, and line breaks of any kind become one space each, or a line feed if line breaks are
    /// kept. Consecutive tabs and line breaks become a single character, because an empty line would be another Enter.
    public static func safe(_ text: String, lineBreaks: LineBreaks) -> String {
        var result = String.UnicodeScalarView()
        var isAfterBreak = false
        filter(text) { scalar in
            let isBreak = scalar == "\n" || scalar == "\t"
            if !isBreak {
                result.append(scalar)
            } else if !isAfterBreak {
                result.append(scalar == "\n" && lineBreaks == .kept ? "\n" : " ")
            }
            isAfterBreak = isBreak
        }
        return String(result)
    }

    /// Returns a text in a form that is safe to print on a terminal. Removes the same characters as `safe`, but keeps
    /// line breaks and tabs.
    public static func shown(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        filter(text) { result.append($0) }
        return String(result)
    }

    /// Returns a window title that a program has set, in a form that is safe to show: one line of at most 200
    /// characters, without invisible characters. Empty if the title is blank.
    public static func title(_ text: String) -> String {
        // A character may have any number of combining marks.
        let scalars = String(text.unicodeScalars.prefix(mostTitleScalars))
        let line = safe(String(scalars.prefix(longestTitle)), lineBreaks: .spaces)
        return line.allSatisfy(\.isWhitespace) ? "" : line
    }

    private static let longestTitle = 200
    private static let mostTitleScalars = 800

    /// Calls `body` with each character of a text that is safe for a terminal. Every kind of line break is passed as a
    /// line feed.
    private static func filter(_ text: String, _ body: (Unicode.Scalar) -> Void) {
        let scalars = text.unicodeScalars
        var visible: Unicode.Scalar?
        var last: Unicode.Scalar?
        for index in scalars.indices {
            let scalar = scalars[index]
            if isBreak(scalar) {
                // A carriage return with a line feed after it is a single line break.
                if scalar != "\n" || last != "\r" {
                    body("\n")
                }
                visible = nil
            } else if scalar == "\t" {
                body(scalar)
                visible = nil
            } else if !InvisibleText.hides(scalar) {
                body(scalar)
                visible = scalar
            } else {
                let next = scalars.index(after: index)
                let after = next < scalars.endIndex ? scalars[next] : nil
                if InvisibleText.isSpelling(scalar, before: visible, after: after) {
                    body(scalar)
                }
            }
            last = scalar
        }
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
