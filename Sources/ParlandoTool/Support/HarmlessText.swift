import ParlandoCore

extension String {
    /// The text on one line, safe to show on a terminal. Control characters and invisible characters, which file names
    /// may contain, are escaped, such as `\x1B`, `\n` or `\u{202E}`.
    var harmless: String {
        let scalars = unicodeScalars
        var visible: Unicode.Scalar?
        var result = ""
        for index in scalars.indices {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            let after = next < scalars.endIndex ? scalars[next] : nil
            if let spelled = Self.spelled(scalar, before: visible, after: after) {
                result += spelled
                visible = nil
            } else {
                result.unicodeScalars.append(scalar)
                visible = InvisibleText.hides(scalar) ? visible : scalar
            }
        }
        return result
    }

    /// Returns the escape sequence of a character, or nil if it needs none.
    private static func spelled(
        _ scalar: Unicode.Scalar, before: Unicode.Scalar?, after: Unicode.Scalar?
    ) -> String? {
        if let byte = PathBytes.byte(of: scalar) {
            return "\\x" + hexadecimal(UInt32(byte))
        }
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case _ where !InvisibleText.hides(scalar): return nil
        case _ where InvisibleText.isSpelling(scalar, before: before, after: after): return nil
        case _ where scalar.isASCII: return "\\x" + hexadecimal(scalar.value)
        default: return "\\u{" + hexadecimal(scalar.value) + "}"
        }
    }

    private static func hexadecimal(_ number: UInt32) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }
}
