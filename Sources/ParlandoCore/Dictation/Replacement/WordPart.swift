/// A part of a recognised word that counts as a whole word: the characters between two Unicode word boundaries, if they
/// include a letter or digit. "state-of-the-art" has four parts, "don't" has one. In scripts that are written without
/// spaces, each character is a part, because the end of a word is not marked.
struct WordPart: Equatable {
    /// The part in a form for comparison: only its letters and digits, in lower case.
    let key: String
    /// Range of the part in the text of the word.
    let range: Range<String.Index>

    /// Returns the parts of a text that count as whole words, in order.
    static func parts(of text: String) -> [WordPart] {
        var parts: [WordPart] = []
        var start: String.Index?
        func end(_ place: String.Index) {
            if let begin = start {
                parts.append(WordPart(key: Word.key(of: text[begin..<place]), range: begin..<place))
            }
            start = nil
        }
        for index in text.indices {
            let next = text.index(after: index)
            if standsAlone(text[index]) {
                end(index)
                start = index
                end(next)
            } else if isInWord(text[index]) {
                start = start ?? index
            } else if !(joinsLetters(text[index]) && start != nil && next < text.endIndex && isInWord(text[next])) {
                end(index)
            }
        }
        end(text.endIndex)
        return parts
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// Returns whether a character joins the letters before and after it into one word, like the apostrophe in "don't".
    /// Includes only those characters of Unicode's word break classes MidLetter and MidNumLet that recognisers write.
    private static func joinsLetters(_ character: Character) -> Bool {
        "'’·.".contains(character)
    }

    private static func standsAlone(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else {
            return false
        }
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            return character.isLetter || character.isNumber
        default:
            return false
        }
    }
}
