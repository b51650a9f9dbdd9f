/// Makes text from elsewhere safe for a terminal.
///
/// What stands in a transcript or a translation may come from a server, or from a model that was fed a hostile
/// recording. In a terminal a control character is a command: a line break runs what was typed, `ESC [ 201 ~` ends a
/// bracketed paste, Ctrl+C ends a program. None of them passes here, whatever the terminal itself would let pass.
public enum TerminalText {
    /// What becomes of line breaks.
    public enum LineBreaks: Sendable, Equatable {
        /// Each becomes a space.
        case spaces
        /// They are sent, which the user has asked for.
        case kept
    }

    /// The text to be typed into a terminal, with nothing in it that a terminal, or a reader, would take for more than
    /// letters.
    ///
    /// Every character that nobody sees (`InvisibleText`) is left out, unless it belongs to the spelling of a word. Tabs,
    /// which complete names in a shell, and breaks of any kind become one space. Several breaks in a row become one: an
    /// empty line would be one more Enter.
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

    /// The text to be shown on a terminal: as `safe`, but line breaks and tabs stay as they are.
    public static func shown(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        filter(text) { result.append($0) }
        return String(result)
    }

    /// Calls `body` with each character that may pass. Every kind of line break comes as a line feed.
    private static func filter(_ text: String, _ body: (Unicode.Scalar) -> Void) {
        let scalars = text.unicodeScalars
        var visible: Unicode.Scalar?
        var last: Unicode.Scalar?
        for index in scalars.indices {
            let scalar = scalars[index]
            if isBreak(scalar) {
                // Carriage return and line feed are one break.
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
