/// The transcripts of a recording's channels, exported as one text.
public struct ChannelTranscripts: Sendable, Equatable {
    /// Pause in seconds at which a paragraph is divided if another channel speaks meanwhile.
    private static let breath = 0.3

    private let documents: [TranscriptDocument]

    /// - Parameter documents: one for each channel, at least one. If there is only one, no names are written.
    public init(_ documents: [TranscriptDocument]) {
        self.documents = documents
    }

    public var isEmpty: Bool {
        documents.allSatisfy(\.isEmpty)
    }

    /// Paragraphs are sorted by start time, each after the name of its channel. Subtitles of channels that speak at the
    /// same time overlap.
    public func content(_ format: ExportFormat) -> String {
        guard documents.count > 1 else {
            return format.content(of: documents.first ?? TranscriptDocument())
        }
        switch format {
        case .txt, .json: return format.content(of: merged)
        case .srt: return SubtitleFormat.subRip.content(of: cues)
        case .vtt: return SubtitleFormat.webVTT.content(of: cues)
        }
    }

    private var merged: TranscriptDocument {
        let paragraphs = turns.flatMap { $0 }.enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        return TranscriptDocument(
            Transcript(paragraphs: paragraphs.map(\.element)), language: documents.lazy.compactMap(\.language).first)
    }

    private var cues: [Cue] {
        let all = turns.flatMap { CueCutter.cues(of: $0) }.enumerated()
        return all.sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    /// Each paragraph begins with the channel's name.
    private var turns: [[Paragraph]] {
        let starts = documents.map { document in document.paragraphs.flatMap { $0.words.map(\.start) } }
        return documents.indices.map { channel in
            let others = starts.indices.filter { $0 != channel }.flatMap { starts[$0] }.sorted()
            return documents[channel].paragraphs.flatMap { Self.turns(of: $0, others) }.map { named($0, channel) }
        }
    }

    /// Divides a paragraph where others speak in a pause: their words begin at these times, in order.
    static func turns(of paragraph: Paragraph, _ others: [Double]) -> [Paragraph] {
        var turns: [Paragraph] = []
        var words: [Word] = []
        for word in paragraph.words {
            if let last = words.last, word.start - last.end >= breath, isAny(of: others, from: last.end, to: word.start)
            {
                turns.append(Paragraph(words: words))
                words = []
            }
            words.append(word)
        }
        return turns + [Paragraph(words: words)]
    }

    /// Whether any of the sorted times is in `start..<end`.
    private static func isAny(of moments: [Double], from start: Double, to end: Double) -> Bool {
        var (low, high) = (0, moments.count)
        while low < high {
            let middle = (low + high) / 2
            if moments[middle] < start {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < moments.count && moments[low] < end
    }

    private func named(_ paragraph: Paragraph, _ channel: Int) -> Paragraph {
        paragraph.named(documents.count == 2 ? ["Left:", "Right:"][channel] : "Channel \(channel + 1):")
    }
}

extension Paragraph {
    /// Begins with a word that says who speaks.
    func named(_ name: String) -> Paragraph {
        guard let first = words.first else {
            return self
        }
        let label = Word(text: name, start: first.start, end: first.start, probability: first.probability)
        return Paragraph(words: [label] + words)
    }
}
