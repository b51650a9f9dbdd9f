/// Conversion of text to Apertium's stream format and back. Free of side effects.
///
/// Letters, digits and usual punctuation are translated. Everything else passes through unchanged as a *blank* in
/// square brackets: white space of any kind, emoji, symbols and control characters. Null characters, which separate
/// texts in the stream, become spaces; U+FFFF, which the programs take for the end of their input, is dropped.
enum ApertiumText {
    /// Blank after a full stop that was added because a text had no end of its own.
    private static let addedStop = ".[.]"

    /// Returns a text in the stream format.
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

    /// Returns the text of an answer in the stream format.
    static func decode(_ stream: String) -> String {
        var text = ""
        var rest = stream.replacing("\0", with: "").replacing(addedStop, with: "").replacing("[.]", with: "")[...]
        var isBlank = false
        while let letter = rest.popFirst() {
            switch letter {
            case "\\":
                rest.popFirst().map { text.append($0) }
            case "[" where !isBlank:
                isBlank = true
            case "]" where isBlank:
                isBlank = false
            default:
                text.append(letter)
            }
        }
        return text
    }

    private static func isTranslated(_ character: Character) -> Bool {
        guard !character.isLetter, !character.isNumber else {
            // A letter or digit that is displayed as an emoji is none for a dictionary.
            return !character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
        }
        return punctuation.contains(character)
    }

    private static func escaped(_ text: String, isBlank: Bool) -> String {
        let special = isBlank ? blankSpecial : textSpecial
        return text.reduce(into: "") { result, character in
            if special.contains(character) {
                result += "\\"
            }
            result.append(character)
        }
    }

    private static let punctuation: Set<Character> = Set(".,;:!?¿¡'’‘\"“”«»()-–—…/%&$€£@#*+=_·°<>[]{}^\\|`")
    private static let textSpecial: Set<Character> = ["\\", "^", "$", "[", "]", "{", "}", "/", "<", ">", "@"]
    private static let blankSpecial: Set<Character> = ["\\", "[", "]"]
}
