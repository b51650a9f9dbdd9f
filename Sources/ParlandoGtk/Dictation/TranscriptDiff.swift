import ParlandoPresenters

/// Difference between the shown transcript and a new one. Text at the beginning and whole paragraphs at the end are
/// kept; what is between them is replaced.
struct TranscriptDiff: Equatable {
    typealias Run = DictationViewState.Run

    /// Index of the first changed paragraph.
    let paragraph: Int
    /// Number of characters to keep at the beginning of the first changed paragraph, in Unicode scalars, as GTK counts
    /// them.
    let keptCharacters: Int
    /// Text that follows the kept characters in the first changed paragraph.
    let tail: [Run]
    /// Number of unchanged paragraphs at the end. If it is not 0, the first changed paragraph is replaced as a whole.
    let keptParagraphs: Int

    /// Computes the difference, or returns nil if both transcripts are equal. Only text that differs is copied.
    init?(from old: [[Run]], to new: [[Run]]) {
        var paragraph = 0
        while paragraph < old.count, paragraph < new.count, old[paragraph] == new[paragraph] {
            paragraph += 1
        }
        guard paragraph < old.count || paragraph < new.count else {
            return nil
        }
        self.paragraph = paragraph
        let room = min(old.count, new.count) - paragraph
        keptParagraphs = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
        guard paragraph < old.count, paragraph < new.count else {
            keptCharacters = 0
            tail = paragraph < new.count ? new[paragraph] : []
            return
        }
        (keptCharacters, tail) = Self.common(old[paragraph], new[paragraph])
    }

    /// Returns the number of leading characters that two paragraphs share, and the rest of the new paragraph.
    private static func common(_ old: [Run], _ new: [Run]) -> (Int, [Run]) {
        var kept = 0
        var index = 0
        while index < old.count, index < new.count, old[index] == new[index] {
            kept += new[index].text.unicodeScalars.count
            index += 1
        }
        var tail = Array(new[index...])
        if index < old.count, index < new.count, old[index].style == new[index].style {
            let shared = zip(old[index].text.unicodeScalars, new[index].text.unicodeScalars).prefix { $0 == $1 }.count
            kept += shared
            tail[0].text = String(String.UnicodeScalarView(new[index].text.unicodeScalars.dropFirst(shared)))
        }
        return (kept, tail)
    }
}
