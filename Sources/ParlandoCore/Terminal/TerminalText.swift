/// Makes a transcript safe to be typed into a terminal.
///
/// What stands in a transcript may come from a server, or from a model that was fed a hostile recording. In a terminal a
/// control character is a command: a line break runs what was typed, `ESC [ 201 ~` ends a bracketed paste, Ctrl+C ends a
/// program. None of them passes here, whatever the terminal itself would let pass.
public enum TerminalText {
    /// What becomes of line breaks.
    public enum LineBreaks: Sendable, Equatable {
        /// Each becomes a space.
        case spaces
        /// They are sent, which the user has asked for.
        case kept
    }

    /// The text without anything that a terminal, or a reader, would take for more than letters.
    ///
    /// Left out are: control characters C0, C1 and DEL; marks that turn the direction of writing or hide; characters
    /// that stand for nothing. Tabs, which complete names in a shell, and breaks of any kind become one space.
    public static func safe(_ text: String, lineBreaks: LineBreaks) -> String {
        var result = String.UnicodeScalarView()
        var isAfterBreak = false
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if breaks(scalar) {
                // Carriage return and line feed are one break.
                let isSecondHalf = scalar == "\n" && last == "\r"
                if !isSecondHalf {
                    append(lineBreaks == .kept ? "\n" : " ", to: &result, &isAfterBreak)
                }
            } else if scalar == "\t" {
                append(" ", to: &result, &isAfterBreak)
            } else if isPlain(scalar) {
                result.append(scalar)
                isAfterBreak = false
            }
            last = scalar
        }
        return String(result)
    }

    /// Several breaks in a row are one: an empty line would be one more Enter.
    private static func append(
        _ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView, _ isAfterBreak: inout Bool
    ) {
        if !isAfterBreak {
            result.append(scalar)
        }
        isAfterBreak = true
    }

    private static func breaks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Joiners belong to the spelling of Persian and Hindi, and to emoji.
        case 0x200C, 0x200D: true
        // Marks and overrides of direction, and what hides among letters, are all of the category Format.
        default: !hiddenCategories.contains(scalar.properties.generalCategory)
        }
    }

    private static let hiddenCategories: Set<Unicode.GeneralCategory> = [
        .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
    ]
}
