import ParlandoCore
import ParlandoRecognition

/// Transcript in which each known sound mark, such as "[MUSIC]", is a single word. Word times are found by counting
/// letters, including those of marks, so marks can be removed only once the words have their times.
struct MarkedText {
    /// The transcript. A word that is a sound mark begins with a control character, which no transcript contains.
    let text: String
    /// Whether the transcript without its sound marks is only humming between music notes (♪).
    let isHumming: Bool

    private static let sign: Character = "\u{1}"
    private static let note: Character = "♪"

    /// - Parameter transcript: text without control characters.
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

    /// Returns whether a word of `text` is a sound mark or a music note instead of speech.
    static func isMark(_ word: String) -> Bool {
        word.first == sign || word == String(note)
    }

    /// Returns the sound mark at the start of a text, including its brackets, or nil if there is none.
    private static func mark(beginning text: Substring) -> Substring? {
        guard let opening = text.first, let closing = SoundMark.brackets[opening],
            let end = text.dropFirst().prefix(Self.longest).firstIndex(of: closing)
        else {
            return nil
        }
        let inside = text[text.index(after: text.startIndex)..<end]
        return SoundMark.describesSound(inside, in: opening) ? text[...end] : nil
    }

    /// Maximum number of characters after an opening bracket within which the closing bracket is looked for.
    private static let longest = 80
}
