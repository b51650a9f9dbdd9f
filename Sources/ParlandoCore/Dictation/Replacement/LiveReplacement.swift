/// Applies replacement rules to the growing transcript of a session, to final and interim words alike.
///
/// Only the last paragraph is processed again for each event, so that an event costs the same in the third hour as in
/// the first minute. If the last final words may be the beginning of words that a rule replaces, they stay interim
/// until the next words decide. The final words of the result therefore never change later, apart from punctuation that
/// a dictated mark may replace, which `Transcript.lasting` leaves out.
public struct LiveReplacement: Sendable {
    private let rules: ReplacementRules
    /// The paragraphs that no longer change, with the rules applied. They come from the first `spoken` recognised
    /// paragraphs.
    private var done: [Paragraph] = []
    private var spoken = 0
    /// Number of words processed so far. Tests use it to measure the work.
    private(set) var looked = 0

    public init(_ rules: ReplacementRules) {
        self.rules = rules
    }

    /// Returns the transcript with the rules applied. A line break among the interim words is represented by a word
    /// whose text is a line feed.
    ///
    /// - Parameters:
    ///   - transcript: the next state of the session's transcript; all its paragraphs except the last must stay the
    ///     same in later calls.
    ///   - isOver: whether no further words can follow.
    public mutating func apply(to transcript: Transcript, isOver: Bool = false) -> Transcript {
        guard !rules.isEmpty else {
            return transcript
        }
        let last = max(spoken, transcript.paragraphs.count - 1)
        for paragraph in transcript.paragraphs[spoken..<last] {
            done += paragraphs(of: paragraph.words)
        }
        spoken = last
        guard last < transcript.paragraphs.count else {
            return Transcript(paragraphs: done, interim: interim(transcript.interim), isParagraphOpen: false)
        }
        let words = transcript.paragraphs[last].words
        let mayGrow = transcript.isParagraphOpen && !isOver
        let held = mayGrow ? heldWords(of: words) : 0
        let finished = paragraphs(of: Array(words.dropLast(held)))
        return Transcript(
            paragraphs: done + finished,
            interim: interim(Array(words.suffix(held)) + transcript.interim),
            isParagraphOpen: transcript.isParagraphOpen && !finished.isEmpty,
            isEndReplaceable: mayGrow && !finished.isEmpty && rules.replacesPunctuation)
    }

    /// Applies the rules to the words of a paragraph and returns each resulting line as a paragraph. Returns no
    /// paragraphs if no words are left, because all words are held back or deleted.
    private mutating func paragraphs(of words: [Word]) -> [Paragraph] {
        let lines = lines(of: words)
        return lines == [[]] ? [] : lines.map { Paragraph(words: $0) }
    }

    private mutating func lines(of words: [Word]) -> [[Word]] {
        looked += words.count
        var replacing = Replacing(rules)
        replacing.add(words)
        replacing.finish()
        return replacing.lines
    }

    private mutating func interim(_ words: some Sequence<Word>) -> [Word] {
        let words = Array(words)
        guard let first = words.first else {
            return []
        }
        let lines = lines(of: words)
        let feed = Word(text: "\n", start: first.start, end: first.start, probability: 1)
        return Array(lines.joined(separator: [feed]))
    }

    /// Returns the number of words at the end to hold back. Held back are words that may become the words of a rule
    /// when more text follows, and opening marks such as brackets, which belong before the next word.
    private func heldWords(of words: [Word]) -> Int {
        var held = end(of: words) { rules.canGrow($0[...]) || rules.isOpeningMark($0) }
        while true {
            let mark = end(of: words.dropLast(held), where: rules.isOpeningMark)
            guard mark > 0 else {
                return held
            }
            held += mark
        }
    }

    /// Returns the largest number of words at the end of `words` that meet a condition; 0 if no number of them does.
    ///
    /// - Parameter condition: receives the words' parts in the form in which the rules compare them.
    private func end(of words: some BidirectionalCollection<Word>, where condition: ([String]) -> Bool) -> Int {
        let parts = words.suffix(rules.longest).map { WordPart.parts(of: $0.text).map(\.key) }
        return stride(from: parts.count, through: 1, by: -1).first { condition(parts.suffix($0).flatMap { $0 }) } ?? 0
    }
}
