/// What has been heard so far: settled paragraphs, and a tail that may still change.
///
/// A copy shares all paragraphs but the one that grows, and that one is bounded: taking in news costs the same in the
/// first minute of a session and in its third hour.
public struct Transcript: Sendable, Equatable {
    /// What never changes any more.
    public private(set) var paragraphs: [Paragraph]
    /// The tail that may still change.
    public private(set) var tentative: [Word]
    /// Whether the next words go on in the last paragraph; otherwise they begin a new one.
    public private(set) var isParagraphOpen = false
    /// How many words are settled.
    public private(set) var wordCount: Int

    /// A paragraph this long, in words, ends with its sentence …
    static let longParagraph = 80
    /// … and one this long ends in any case: a speaker without pauses must not make one endless paragraph.
    static let endlessParagraph = 160

    public init(paragraphs: [Paragraph] = [], tentative: [Word] = []) {
        self.paragraphs = paragraphs
        self.tentative = tentative
        wordCount = paragraphs.reduce(0) { $0 + $1.words.count }
    }

    /// Takes in one piece of news. Settled text is only ever appended to; a mark that settles after its word joins it.
    public mutating func apply(_ event: RecognitionEvent) {
        switch event {
        case .partial(let words):
            tentative = words
        case .settled(let words):
            words.forEach { settle($0) }
            supersedeTentative(by: words)
        case .paragraphEnded:
            isParagraphOpen = false
        case .language, .warning, .progress, .halted, .wentOn, .kept:
            break
        }
    }

    /// The settled text, one paragraph a line.
    public var text: String {
        paragraphs.map(\.text).joined(separator: "\n")
    }

    /// The settled words, in order.
    public var words: [Word] {
        paragraphs.flatMap(\.words)
    }

    /// Whether nothing has been heard.
    public var isEmpty: Bool {
        paragraphs.isEmpty && tentative.isEmpty
    }

    private mutating func settle(_ word: Word) {
        if word.isPunctuation, word.isGlued, let last = paragraphs.indices.last {
            paragraphs[last].append(punctuation: word)
            return
        }
        wordCount += 1
        guard isParagraphOpen, let last = paragraphs.indices.last else {
            paragraphs.append(Paragraph(words: [word]))
            isParagraphOpen = true
            return
        }
        paragraphs[last].words.append(word)
        let count = paragraphs[last].words.count
        if count >= Self.endlessParagraph || (count >= Self.longParagraph && word.endsSentence) {
            isParagraphOpen = false
        }
    }

    /// Words of the tail that lie in what has just settled would be shown twice until the next partial result.
    private mutating func supersedeTentative(by words: [Word]) {
        guard let last = words.last, !tentative.isEmpty else {
            return
        }
        let known = zip(tentative, words).prefix { $0.key == $1.key }.count
        tentative.removeFirst(known == words.count ? known : 0)
        tentative.removeAll { ($0.start + $0.end) / 2 < last.end }
    }
}

/// Words spoken without a long pause.
public struct Paragraph: Sendable, Equatable {
    /// In the order they were spoken.
    public var words: [Word]

    public init(words: [Word]) {
        self.words = words
    }

    /// The words as they are written.
    public var text: String {
        words.text
    }

    /// Puts a mark that was recognised later than its word behind it.
    fileprivate mutating func append(punctuation mark: Word) {
        guard let last = words.indices.last else {
            return
        }
        words[last].text += mark.text
        words[last].end = max(words[last].end, mark.end)
    }

    /// Seconds since the session began.
    public var start: Double {
        words.first?.start ?? 0
    }

    /// Seconds since the session began.
    public var end: Double {
        words.last?.end ?? 0
    }
}
