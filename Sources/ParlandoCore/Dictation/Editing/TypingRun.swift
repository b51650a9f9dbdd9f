/// A change of a text at a single position, such as typed or deleted characters.
struct TypingRun: Equatable {
    /// Maximum size of a typed insertion or deletion, in UTF-8 bytes. A larger change is not typing, but for example
    /// pasting.
    private static let longestStroke = 16

    /// Offset of the change in the text, in UTF-8 bytes.
    private let place: Int
    private let removed: Int
    private let inserted: Int
    private let beginsWithSpace: Bool
    private let endsWithSpace: Bool
    /// Whether the inserted text contains anything but whitespace.
    private let hasWord: Bool

    /// Creates the change that turns the old text into the new one; nil if the texts are equal.
    init?(from old: String, to new: String) {
        guard old != new else {
            return nil
        }
        let (before, after) = (Array(old.utf8), Array(new.utf8))
        let start = zip(before, after).prefix { $0 == $1 }.count
        let room = min(before.count, after.count) - start
        let end = zip(before.reversed(), after.reversed()).prefix(room).prefix { $0 == $1 }.count
        place = start
        removed = before.count - start - end
        inserted = after.count - start - end
        let text = after[start..<(after.count - end)]
        beginsWithSpace = text.first.map(Self.isSpace) ?? false
        endsWithSpace = text.last.map(Self.isSpace) ?? false
        hasWord = !text.allSatisfy(Self.isSpace)
    }

    private init(
        place: Int, removed: Int, inserted: Int, beginsWithSpace: Bool = false, endsWithSpace: Bool = false,
        hasWord: Bool = false
    ) {
        self.place = place
        self.removed = removed
        self.inserted = inserted
        self.beginsWithSpace = beginsWithSpace
        self.endsWithSpace = endsWithSpace
        self.hasWord = hasWord
    }

    /// Returns this change and `next` as one change. Returns nil if `next` does not continue this change, because it is
    /// at another position, is of another kind, was pasted, or begins a new word.
    func continued(by next: TypingRun) -> TypingRun? {
        if removed == 0, next.removed == 0 {
            guard next.place == place + inserted, next.inserted <= Self.longestStroke,
                !endsWithSpace || !hasWord || next.beginsWithSpace
            else {
                return nil
            }
            return TypingRun(
                place: place, removed: 0, inserted: inserted + next.inserted, beginsWithSpace: beginsWithSpace,
                endsWithSpace: next.endsWithSpace, hasWord: hasWord || next.hasWord)
        }
        // Backspace removes text before the position, Delete removes text after it.
        guard inserted == 0, next.inserted == 0, next.removed <= Self.longestStroke,
            next.place + next.removed == place || next.place == place
        else {
            return nil
        }
        return TypingRun(place: next.place, removed: removed + next.removed, inserted: 0)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\t")
    }
}
