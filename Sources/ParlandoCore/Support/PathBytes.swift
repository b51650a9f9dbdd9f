/// Converts paths to text and back. Paths are bytes and need not be UTF-8, which a `String` has to be.
///
/// Each byte that is not UTF-8 becomes a character U+10FF80 to U+10FFFF, at the end of the private use area. Bytes of
/// these characters themselves do too, so no two paths have the same text. What opens a path passes `cString` to the
/// system.
public enum PathBytes {
    private static let escapes: ClosedRange<UInt32> = 0x10FF80...0x10FFFF

    /// - Parameter bytes: without a terminating zero.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isEscape) {
            return text
        }
        var result = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            let length = (1...4).first { characters(rest.prefix($0))?.count == 1 } ?? 0
            if let scalar = characters(rest.prefix(length))?.first, !isEscape(scalar) {
                result.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                // A literal escape character is escaped byte by byte too; all its bytes are at least 0x80.
                Unicode.Scalar(escapes.lowerBound - 0x80 + UInt32(byte)).map { result.append($0) }
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// The bytes of the path, without a terminating zero.
    public static func bytes(_ path: String) -> [UInt8] {
        path.unicodeScalars.flatMap { scalar in byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8) }
    }

    /// For system calls.
    public static func cString(_ path: String) -> [CChar] {
        bytes(path).map { CChar(bitPattern: $0) } + [0]
    }

    /// The last component for people. `�` replaces bytes that are not UTF-8, and what would garble the text around it.
    public static func displayName(of path: String) -> String {
        let name = path.unicodeScalars.split(separator: "/").last ?? []
        return String(
            String.UnicodeScalarView(name.map { isEscape($0) || isDisturbing($0) ? "\u{FFFD}" : $0 }))
    }

    /// The name without its extension.
    public static func base(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return name
        }
        return String(name[..<dot])
    }

    private static func isDisturbing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
        // Joiners belong to the spelling of some languages and to emoji.
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }

    /// The byte for which a private use character stands; nil for any other.
    public static func byte(of scalar: Unicode.Scalar) -> UInt8? {
        isEscape(scalar) ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }

    private static func characters(_ bytes: ArraySlice<UInt8>) -> String.UnicodeScalarView? {
        String(validating: bytes, as: UTF8.self)?.unicodeScalars
    }

    private static func isEscape(_ scalar: Unicode.Scalar) -> Bool {
        escapes.contains(scalar.value)
    }
}

/// Finds invisible characters, which could hide something in a command, a file name or a link.
public enum InvisibleText {
    private static let hiddenCategories: Set<Unicode.GeneralCategory> = [
        .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
    ]

    /// Whether a character is always invisible: control, direction marks, unassigned, private use, and all with the
    /// property Default_Ignorable_Code_Point (UAX #44), such as Hangul fillers, variation selectors and tags.
    public static func hides(_ scalar: Unicode.Scalar) -> Bool {
        hiddenCategories.contains(scalar.properties.generalCategory) || scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Whether an invisible character belongs to the spelling: a joiner in a script that uses joiners or between two
    /// emoji, or a Mongolian variation selector.
    ///
    /// - Parameters:
    ///   - before: the visible character before it.
    ///   - after: the character after it.
    public static func isSpelling(
        _ scalar: Unicode.Scalar, before: Unicode.Scalar?, after: Unicode.Scalar?
    ) -> Bool {
        guard let before else {
            return false
        }
        switch scalar.value {
        case 0x200C, 0x200D:
            guard let after else {
                return false
            }
            let joinsEmoji = scalar.value == 0x200D && isPicture(before) && isPicture(after)
            return joinsEmoji || (isJoiningLetter(before) && isJoiningLetter(after))
        case 0x180B...0x180F: return (0x1820...0x18AA).contains(before.value)
        default: return false
        }
    }

    /// Digits and a few signs are emoji too, but are never joined.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x2000 && scalar.properties.isEmoji
    }

    private static func isJoiningLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherLetter, .modifierLetter, .uppercaseLetter, .lowercaseLetter, .nonspacingMark, .spacingMark:
            joiningScripts.contains { $0.contains(scalar.value) } && !hides(scalar)
        default: false
        }
    }

    /// Scripts that use joiners: Arabic, Syriac and others up to Myanmar; Khmer and Mongolian; Limbu to Vedic; Syloti
    /// Nagri to Meetei Mayek; Arabic presentation forms; Kharoshthi to Adlam.
    private static let joiningScripts: [ClosedRange<UInt32>] = [
        0x0600...0x109F, 0x1780...0x18AF, 0x1900...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFEFC, 0x10A00...0x1E95F,
    ]
}

extension String {
    /// One line that is safe on a terminal. Control and invisible characters, which file names may have, are escaped:
    /// `\x1B`, `\n`, `\u{202E}`.
    public var harmless: String {
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

    /// The escape sequence; nil if none is needed.
    private static func spelled(_ scalar: Unicode.Scalar, before: Unicode.Scalar?, after: Unicode.Scalar?) -> String? {
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
