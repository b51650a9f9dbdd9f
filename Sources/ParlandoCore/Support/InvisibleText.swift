/// Detects invisible characters, which could hide something in a command, a file name or a link.
public enum InvisibleText {
    private static let hiddenCategories: Set<Unicode.GeneralCategory> = [
        .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
    ]

    /// Returns whether a character is always invisible: control characters, direction marks, unassigned and private-use
    /// characters, and all with the property Default_Ignorable_Code_Point (Unicode Standard Annex #44), such as Hangul
    /// fillers, variation selectors and tags.
    public static func hides(_ scalar: Unicode.Scalar) -> Bool {
        hiddenCategories.contains(scalar.properties.generalCategory) || scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Returns whether an invisible character is needed for the spelling of the word around it: a joiner in a script
    /// that uses joiners or between two emoji, or a Mongolian variation selector.
    ///
    /// - Parameters:
    ///   - before: the visible character before `scalar`; nil if there is none.
    ///   - after: the character after `scalar`; nil if there is none.
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

    /// Returns whether a character is an emoji that can be joined. Digits and a few signs have the emoji property too,
    /// but are never joined.
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

    /// Unicode ranges of the scripts that use joiners: Arabic, Syriac and neighbouring blocks up to Myanmar; Khmer and
    /// Mongolian; Limbu to Vedic; Syloti Nagri to Meetei Mayek; Arabic presentation forms; Kharoshthi to Adlam.
    private static let joiningScripts: [ClosedRange<UInt32>] = [
        0x0600...0x109F, 0x1780...0x18AF, 0x1900...0x1CFF, 0xA800...0xABFF, 0xFB50...0xFEFC, 0x10A00...0x1E95F,
    ]
}
