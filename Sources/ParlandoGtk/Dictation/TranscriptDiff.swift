import ParlandoPresenters

/// How little of a shown transcript has to change to become another one: keep a beginning, replace the rest.
struct TranscriptDiff: Equatable {
    typealias Run = TranscriptionViewState.Run

    /// Where the first changed paragraph stands in the list.
    let paragraph: Int
    /// Characters (Unicode scalars, as GTK counts) of that paragraph that stay.
    let keptCharacters: Int
    /// What follows them in that paragraph.
    let tail: [Run]

    /// Nil when both are the same. Costs a comparison of what is equal and a copy of what is not.
    init?(from old: [[Run]], to new: [[Run]]) {
        var paragraph = 0
        while paragraph < old.count, paragraph < new.count, old[paragraph] == new[paragraph] {
            paragraph += 1
        }
        guard paragraph < old.count || paragraph < new.count else {
            return nil
        }
        self.paragraph = paragraph
        guard paragraph < old.count, paragraph < new.count else {
            keptCharacters = 0
            tail = paragraph < new.count ? new[paragraph] : []
            return
        }
        (keptCharacters, tail) = Self.common(old[paragraph], new[paragraph])
    }

    /// The characters that two paragraphs share at their beginning, and the rest of the new one.
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
