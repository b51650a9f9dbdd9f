/// Apertium's stream format. Free of side effects.
///
/// Letters, digits and usual punctuation are translated. Everything else, such as white space, emoji and control
/// characters, passes as a *blank* in square brackets. Null characters, which separate texts, become spaces; U+FFFF,
/// which would end the input, is dropped.
///
/// Unicode scalars count, as in the programs: a mark that combines with a bracket must not hide it.
enum ApertiumText {
    /// Full stop that is added to a text without final punctuation, with its marker `[.]`.
    private static let addedStop = ".[.]"

    static func encode(_ text: String) -> String {
        var stream = ""
        var blank = ""
        func endBlank() {
            if !blank.isEmpty {
                stream += blank == " " ? " " : "[" + escaped(blank, isBlank: true) + "]"
                blank = ""
            }
        }
        for character in clean(text) {
            if isTranslated(character) {
                endBlank()
                stream += escaped(String(character), isBlank: false)
            } else {
                blank.append(character)
            }
        }
        endBlank()
        return text.last.map { $0.isLetter || $0.isNumber } == true ? stream + addedStop : stream
    }

    private static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.lazy.filter { $0 != "\u{FFFF}" }.map { $0 == "\0" ? " " : $0 })
        return String(scalars)
    }

    static func decode(_ stream: String) -> String {
        var text = String.UnicodeScalarView()
        let left = ["\0", addedStop, "[.]"].reduce(stream.unicodeScalars) { scalars, added in
            scalars.replacing(added.unicodeScalars, with: "".unicodeScalars)
        }
        var rest = left[...]
        var isBlank = false
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                rest.popFirst().map { text.append($0) }
            case "[" where !isBlank:
                isBlank = true
            case "]" where isBlank:
                isBlank = false
            default:
                text.append(scalar)
            }
        }
        return String(text)
    }

    private static func isTranslated(_ character: Character) -> Bool {
        guard !character.isLetter, !character.isNumber else {
            // An emoji is not in a dictionary.
            return !character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
        }
        return punctuation.contains(character)
    }

    private static func escaped(_ text: String, isBlank: Bool) -> String {
        let special = isBlank ? blankSpecial : textSpecial
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) {
                result.append("\\")
            }
            result.append(scalar)
        }
        return String(result)
    }

    private static let punctuation: Set<Character> = Set(".,;:!?¿¡'’‘\"“”«»()-–—…/%&$€£@#*+=_·°<>[]{}^\\|`")
    private static let textSpecial: Set<Unicode.Scalar> = ["\\", "^", "$", "[", "]", "{", "}", "/", "<", ">", "@"]
    private static let blankSpecial: Set<Unicode.Scalar> = ["\\", "[", "]"]
}
