/// The recognised text of a session: final paragraphs, and interim words at the end that may still change.
///
/// A copy shares the storage of all paragraphs except the last one, whose length is limited. Applying an event
/// therefore costs the same in the third hour of a session as in the first minute.
public struct Transcript: Sendable, Equatable {
    /// Final words, which never change.
    public private(set) var paragraphs: [Paragraph]
    /// Words that may still change.
    public private(set) var interim: [Word]
    /// Whether the next word continues the last paragraph.
    public private(set) var isParagraphOpen = false
    /// Number of final words.
    public private(set) var wordCount: Int
    /// Whether a dictated punctuation mark or line break replaces the punctuation at the end.
    private(set) var isEndReplaceable = false

    /// Number of words after which the paragraph ends with the sentence.
    static let longParagraph = 80
    /// Number of words after which it ends even within a sentence, because a speaker may not pause at all.
    static let endlessParagraph = 160

    public init(paragraphs: [Paragraph] = [], interim: [Word] = []) {
        self.paragraphs = paragraphs
        self.interim = interim
        wordCount = paragraphs.reduce(0) { $0 + $1.words.count }
    }

    init(paragraphs: [Paragraph], interim: [Word], isParagraphOpen: Bool, isEndReplaceable: Bool = false) {
        self.init(paragraphs: paragraphs, interim: interim)
        self.isParagraphOpen = isParagraphOpen
        self.isEndReplaceable = isEndReplaceable
    }

    /// Without punctuation at the end that may still be replaced. Later states only append to this text.
    public var lasting: Transcript {
        var transcript = self
        if isEndReplaceable, let last = paragraphs.indices.last, let word = paragraphs[last].words.indices.last {
            transcript.paragraphs[last].words[word].text.dropLast(Replacing.replaceableMarks)
        }
        return transcript
    }

    /// Only appends to final text. A punctuation mark that becomes final after its word is attached to the word.
    public mutating func apply(_ event: RecognitionEvent) {
        switch event {
        case .interim(let words):
            interim = words
        case .final(let words):
            words.forEach { append($0) }
            supersedeInterim(by: words)
        case .paragraphEnded:
            isParagraphOpen = false
        case .language, .warning, .progress, .halted, .wentOn, .kept:
            break
        }
    }

    /// The final text, one paragraph per line.
    public var text: String {
        paragraphs.map(\.text).joined(separator: "\n")
    }

    /// The final words, in order.
    public var words: [Word] {
        paragraphs.flatMap(\.words)
    }

    /// Whether there are neither final nor interim words.
    public var isEmpty: Bool {
        paragraphs.isEmpty && interim.isEmpty
    }

    private mutating func append(_ word: Word) {
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

    /// They would be shown twice until the next interim result.
    private mutating func supersedeInterim(by words: [Word]) {
        guard let last = words.last, !interim.isEmpty else {
            return
        }
        let known = zip(interim, words).prefix { $0.key == $1.key }.count
        interim.removeFirst(known == words.count ? known : 0)
        interim.removeAll { ($0.start + $0.end) / 2 < last.end }
    }
}

/// Words spoken without a long pause. Without words, an empty line that the speaker asked for.
public struct Paragraph: Sendable, Equatable {
    /// The words in spoken order.
    public var words: [Word]

    public init(words: [Word]) {
        self.words = words
    }

    public var text: String {
        words.text
    }

    fileprivate mutating func append(punctuation mark: Word) {
        guard let last = words.indices.last else {
            return
        }
        words[last].text += mark.text
        words[last].end = max(words[last].end, mark.end)
    }

    /// In seconds since the session began.
    public var start: Double {
        words.first?.start ?? 0
    }

    /// In seconds since the session began.
    public var end: Double {
        words.last?.end ?? 0
    }
}
