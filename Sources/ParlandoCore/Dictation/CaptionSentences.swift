/// The latest sentences of captions. One that is finished stays as it is.
public struct CaptionSentences: Sendable {
    /// Sentences that are shown.
    public static let most = 12
    /// In words.
    private static let longest = 25

    private struct Side {
        /// The first final word that is not in a finished sentence.
        var next = (paragraph: 0, word: 0)
        /// With the times at which they began, which stay when the words change.
        var sentences: [(begin: Double, sentence: CaptionSentence)] = []
        /// Whether the last one is not finished.
        var isGrowing = false
    }

    private var sides = [Side(), Side()]
    private var count = 0

    public init() {}

    /// Ordered by when they began.
    public var latest: [CaptionSentence] {
        let all = sides.flatMap(\.sentences)
        return all.sorted { ($0.begin, $0.sentence.id) < ($1.begin, $1.sentence.id) }.suffix(Self.most).map(\.sentence)
    }

    /// Takes the next state of a side's session. Returns the sentences that it finishes.
    ///
    /// - Parameter isOver: whether no further words can follow.
    public mutating func take(
        _ transcript: Transcript, of side: CaptionSide, on clock: CaptionSound, isOver: Bool = false
    ) -> [CaptionSentence] {
        let (own, next) = (side.rawValue, sides[side.rawValue].next)
        var finished: [CaptionSentence] = []
        var words: [Word] = []
        for (number, paragraph) in transcript.paragraphs.enumerated().dropFirst(next.paragraph) {
            let mayGrow = number == transcript.paragraphs.count - 1 && transcript.isParagraphOpen && !isOver
            for (index, word) in paragraph.words.enumerated().dropFirst(number == next.paragraph ? next.word : 0) {
                words.append(word)
                let isLast = index == paragraph.words.count - 1 && !mayGrow
                if isLast || word.endsSentence || words.count == Self.longest {
                    grow(words, [], of: side, on: clock)
                    finished += sides[own].sentences.suffix(1).map(\.sentence)
                    sides[own].sentences = sides[own].sentences.suffix(Self.most)
                    sides[own].isGrowing = false
                    sides[own].next = (number, index + 1)
                    words = []
                }
            }
        }
        grow(words, transcript.interim, of: side, on: clock)
        return finished
    }

    private mutating func grow(_ final: [Word], _ interim: [Word], of side: CaptionSide, on clock: CaptionSound) {
        let own = side.rawValue
        let former = sides[own].isGrowing ? sides[own].sentences.popLast() : nil
        sides[own].isGrowing = false
        if let first = final.first ?? interim.first {
            count += former == nil ? 1 : 0
            let begin = max(clock.place(first, of: side).start, sides[own].sentences.last?.begin ?? 0)
            var sentence = CaptionSentence(
                id: former?.sentence.id ?? count, side: side, final: final.text, interim: interim.text)
            (sentence.start, sentence.end) = (first.start, final.last?.end ?? 0)
            sides[own].sentences.append((former?.begin ?? begin, sentence))
            sides[own].isGrowing = true
        }
    }

    public mutating func set(_ translation: CaptionSentence.Translation, of id: Int) {
        for side in sides.indices {
            let index = sides[side].sentences.lastIndex { $0.sentence.id == id }
            index.map { sides[side].sentences[$0].sentence.translation = translation }
        }
    }
}
