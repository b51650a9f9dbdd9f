/// What has been heard so far: settled paragraphs, and a tail that may still change.
public struct Transcript: Sendable, Equatable {
    public private(set) var paragraphs: [Paragraph]
    public private(set) var tentative: [Word]
    private var isParagraphOpen: Bool

    public init(paragraphs: [Paragraph] = [], tentative: [Word] = []) {
        self.paragraphs = paragraphs
        self.tentative = tentative
        self.isParagraphOpen = false
    }

    /// Takes in one piece of news. Settled words are only ever appended.
    public mutating func apply(_ event: RecognitionEvent) {
        switch event {
        case .partial(let words):
            tentative = words
        case .settled(let words):
            settle(words)
        case .paragraphEnded:
            isParagraphOpen = false
        case .language, .warning, .progress:
            break
        }
    }

    /// The settled text, one paragraph a line.
    public var text: String {
        paragraphs.map(\.text).joined(separator: "\n")
    }

    public var words: [Word] {
        paragraphs.flatMap(\.words)
    }

    public var isEmpty: Bool {
        paragraphs.isEmpty && tentative.isEmpty
    }

    private mutating func settle(_ words: [Word]) {
        guard !words.isEmpty else {
            return
        }
        if isParagraphOpen, let last = paragraphs.indices.last {
            paragraphs[last].words += words
        } else {
            paragraphs.append(Paragraph(words: words))
        }
        isParagraphOpen = true
    }
}

/// Words spoken without a long pause.
public struct Paragraph: Sendable, Equatable {
    public var words: [Word]

    public init(words: [Word]) {
        self.words = words
    }

    public var text: String {
        words.map(\.text).joined(separator: " ")
    }

    public var start: Double {
        words.first?.start ?? 0
    }

    public var end: Double {
        words.last?.end ?? 0
    }
}
