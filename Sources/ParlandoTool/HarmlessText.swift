import ParlandoCore

extension String {
    /// The text as it may be shown to people, on one line: what a terminal would take for a command or a reader would not
    /// see is spelled out, such as `\x1B`, `\n` or `\u{202E}`. File names may hold any of it.
    var harmless: String {
        unicodeScalars.reduce(into: "") { $0 += Self.spelled($1) }
    }

    private static func spelled(_ scalar: Unicode.Scalar) -> String {
        if let byte = PathBytes.byte(of: scalar) {
            return "\\x" + hexadecimal(UInt32(byte))
        }
        switch (scalar, scalar.properties.generalCategory) {
        case ("\n", _): return "\\n"
        case ("\r", _): return "\\r"
        case ("\t", _): return "\\t"
        // Joiners belong to the spelling of Persian and Hindi, and to emoji.
        case ("\u{200C}", _), ("\u{200D}", _): return String(scalar)
        case (_, .control) where scalar.isASCII: return "\\x" + hexadecimal(scalar.value)
        // Marks and overrides of direction, and what hides among letters, are all of the category Format.
        case (_, .control), (_, .format), (_, .privateUse), (_, .lineSeparator), (_, .paragraphSeparator):
            return "\\u{" + hexadecimal(scalar.value) + "}"
        default: return String(scalar)
        }
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }
}
