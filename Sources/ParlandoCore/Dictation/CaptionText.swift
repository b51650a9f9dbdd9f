/// The final text of captions: the paragraphs of both sides in the order in which they began, each divided where the
/// other side speaks in a pause. The work for an event depends on how far one side is behind the other, not on the
/// length of the session, and paragraphs that stay the same share their storage.
public struct CaptionText: Sendable {
    private let labels: [CaptionSide: String]
    /// The divided paragraphs of each side.
    private var turns: [[Paragraph]] = [[], []]
    /// The last paragraph of each side, which may still grow: its number in the session, and its first turn.
    private var last = [(number: 0, turn: 0), (number: 0, turn: 0)]
    public private(set) var paragraphs: [Paragraph] = []

    /// - Parameter labels: words with which the paragraphs of a side begin.
    public init(labels: [CaptionSide: String] = [:]) {
        self.labels = labels
    }

    /// Takes the next state of a side's session. Returns whether the text has changed.
    public mutating func take(_ transcript: Transcript, of side: CaptionSide, on clock: CaptionSound) -> Bool {
        let (own, other) = (side.rawValue, 1 - side.rawValue)
        let first = last[own].turn
        var floor = turns[own][..<first].last?.words.last?.start ?? 0
        let spoken = transcript.paragraphs.dropFirst(last[own].number).map { paragraph in
            paragraph.words.map { word in
                var word = clock.place(word, of: side)
                floor = max(floor, word.start)
                (word.start, word.end) = (floor, max(floor, word.end))
                return word
            }
        }
        let words = spoken.flatMap { $0 }
        let known = zip(turns[own][first...].flatMap(\.words), words).prefix { $0 == $1 }.count
        guard known < words.count else {
            return false
        }
        let parts = spoken.filter { !$0.isEmpty }.map { divided(Paragraph(words: $0), by: other) }
        turns[own].replaceSubrange(first..., with: parts.joined())
        let number = transcript.paragraphs.lastIndex { !$0.words.isEmpty } ?? 0
        last[own] = (number, turns[own].count - (parts.last?.count ?? 0))
        let later = turns[other].count - turns[other].reversed().prefix { $0.end > words[known].start }.count
        let others = turns[other][later...].map { divided($0, by: own) }
        last[other].turn += others.prefix(max(0, last[other].turn - later)).reduce(0) { $0 + $1.count - 1 }
        turns[other].replaceSubrange(later..., with: others.joined())
        merge(from: min(turns[own][first].start, turns[other].dropFirst(later).first?.start ?? .infinity))
        return true
    }

    private func divided(_ paragraph: Paragraph, by side: Int) -> [Paragraph] {
        let others = turns[side].reversed().prefix { $0.end >= paragraph.start }.reversed()
        return ChannelTranscripts.turns(of: paragraph, others.flatMap { $0.words.map(\.start) })
    }

    private mutating func merge(from start: Double) {
        paragraphs.removeLast(paragraphs.reversed().prefix { $0.start >= start }.count)
        let rest = CaptionSide.allCases.flatMap { side in
            turns[side.rawValue].reversed().prefix { $0.start >= start }.reversed().map { turn in
                labels[side].map { turn.named($0) } ?? turn
            }
        }
        paragraphs += rest.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }.map(\.element)
    }
}
