import ParlandoCore

/// The text runs of a transcript. They are kept between events, so that only the paragraph that grows is laid out
/// again.
struct TranscriptLayout {
    typealias Run = DictationViewState.Run

    /// Probability below which a word is marked as doubtful. Below 0.5, the recogniser itself considers it more likely
    /// that another word was said.
    static let doubt = 0.5

    private(set) var runs: [[Run]] = []
    /// Number of words laid out so far. Tests use it to measure the work.
    private(set) var effort = 0
    var showsTimestamps = false {
        didSet {
            if showsTimestamps != oldValue {
                settled = 0
            }
        }
    }
    /// Number of runs above the last session.
    private var above = 0
    /// Number of paragraphs of the last session in `runs` whose text will no longer change.
    private var settled = 0
    /// The page's clock at the beginning of the last session, in seconds.
    private var lead = 0.0

    /// Lays out a whole page. A text that was edited by hand is shown exactly as it is, including blank lines and
    /// spaces.
    mutating func show(_ document: TranscriptDocument) {
        let unedited = document.uneditedSessions
        lead = 0
        runs = editedLines(of: document, isAlone: unedited.allSatisfy(\.session.transcript.isEmpty))
        for (session, start) in unedited {
            (above, settled, lead) = (runs.count, 0, start)
            show(session.transcript)
        }
        if unedited.isEmpty {
            (above, settled) = (runs.count, 0)
        }
    }

    /// Lays out the words that the last session has got since the page was shown. All above stays as it is.
    mutating func show(_ transcript: Transcript) {
        let paragraphs = transcript.paragraphs
        // The last paragraph may have grown meanwhile; those before it never change.
        let unchanged = paragraphs.count >= settled ? max(0, settled - 1) : 0
        runs.removeSubrange(min(above + unchanged, runs.count)...)
        for paragraph in paragraphs[unchanged...] {
            runs.append(lay(paragraph))
        }
        settled = paragraphs.count
        append(transcript.tentative, goesOn: transcript.isParagraphOpen)
    }

    private func editedLines(of document: TranscriptDocument, isAlone: Bool) -> [[Run]] {
        guard let text = document.editedText, isAlone || !text.isEmpty else {
            return []
        }
        var timed = (showsTimestamps ? document.editedParagraphs : [])[...]
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isBlank = line.allSatisfy(\.isWhitespace)
            let stamp = isBlank ? nil : timed.popFirst().map(timestamp)
            return (stamp.map { [$0] } ?? []) + [Run(String(line), .settled)]
        }
    }

    private mutating func lay(_ paragraph: Paragraph) -> [Run] {
        var line = showsTimestamps && !paragraph.words.isEmpty ? [timestamp(paragraph)] : []
        var isFirst = true
        for word in paragraph.words {
            let space = isFirst || word.isGlued ? "" : " "
            Self.append(word.text, after: space, word.probability < Self.doubt ? .doubtful : .settled, to: &line)
            isFirst = false
        }
        effort += paragraph.words.count
        return line
    }

    private mutating func append(_ tentative: [Word], goesOn: Bool) {
        guard let first = tentative.first else {
            return
        }
        effort += tentative.count
        if goesOn, let last = runs.indices.last {
            runs[last].append(Run((first.isGlued ? "" : " ") + tentative.text, .tentative))
        } else {
            let stamp = showsTimestamps ? [timestamp(Paragraph(words: tentative))] : []
            runs.append(stamp + [Run(tentative.text, .tentative)])
        }
    }

    private func timestamp(_ paragraph: Paragraph) -> Run {
        Run(Quantities.span(lead + paragraph.start, lead + paragraph.end) + " ", .timestamp)
    }

    /// Appends text to a line. The space before a doubtful word goes to the preceding run, so that only the word itself
    /// is underlined.
    private static func append(_ text: String, after space: String, _ style: Run.Style, to line: inout [Run]) {
        guard let last = line.indices.last, line[last].style != .timestamp else {
            line.append(Run(space + text, style))
            return
        }
        if line[last].style == style {
            line[last].text += space + text
        } else if line[last].style == .settled {
            line[last].text += space
            line.append(Run(text, style))
        } else {
            line.append(Run(space + text, style))
        }
    }
}
