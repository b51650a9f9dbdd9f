import ParlandoCore

/// A transcript in which each known mark of sound is one word, so that it can be left out once the words have their
/// times: those are found by counting letters, and the letters of a mark count.
struct MarkedText {
    /// The transcript. Words that are marks begin with a character that no transcript holds.
    let text: String
    /// Whether nothing but humming between notes (♪) is left beside the marks.
    let isHumming: Bool

    private static let sign: Character = "\u{1}"
    private static let note: Character = "♪"

    /// - Parameter transcript: without control characters.
    init(_ transcript: String) {
        var text = ""
        var spoken = ""
        var rest = transcript[...]
        while let letter = rest.first {
            if let mark = Self.mark(beginning: rest) {
                text += " " + String(Self.sign) + mark.filter { $0.isLetter || $0.isNumber } + " "
                rest = rest[mark.endIndex...].drop { ".,;:!?…。，！？".contains($0) }
            } else {
                text.append(letter)
                spoken.append(letter)
                rest.removeFirst()
            }
        }
        self.text = text
        isHumming = spoken.contains(Self.note) && SoundMark.isHumming(spoken)
    }

    /// Whether a word of `text` stands for sound that is no speech.
    static func isMark(_ word: String) -> Bool {
        word.first == sign || word == String(note)
    }

    /// The mark that a text begins with, brackets included; nil: it begins with something else.
    private static func mark(beginning text: Substring) -> Substring? {
        guard let opening = text.first, let closing = SoundMark.brackets[opening],
            let end = text.dropFirst().prefix(Self.longest).firstIndex(of: closing)
        else {
            return nil
        }
        let inside = text[text.index(after: text.startIndex)..<end]
        return SoundMark.describesSound(inside, in: opening) ? text[...end] : nil
    }

    /// Characters in which the closing bracket is looked for.
    private static let longest = 80
}
