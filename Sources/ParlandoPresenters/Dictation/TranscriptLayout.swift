import ParlandoCore

/// Lays out a transcript as styled runs. Only the paragraph that grows is laid out again.
struct TranscriptLayout {
    typealias Run = DictationViewState.Run

    private(set) var runs: [[Run]] = []

    var hasDoubtfulWords: Bool {
        runs.contains { $0.contains { $0.style == .doubtful } }
    }

    var showsTimestamps = false {
        didSet {
            if showsTimestamps != oldValue {
                finalCount = 0
            }
        }
    }
    /// Number of paragraphs in `runs` above the last session.
    private var above = 0
    /// Number of paragraphs with final words of the last session. The last of them may still grow.
    private var finalCount = 0
    /// Seconds before the last session, added to its timestamps.
    private var lead = 0.0

    /// Text that was edited by hand is shown exactly as it is.
    mutating func show(_ document: TranscriptDocument) {
        let unedited = document.uneditedSessions
        lead = 0
        runs = editedLines(of: document, isAlone: unedited.allSatisfy(\.session.transcript.isEmpty))
        for (session, start) in unedited {
            (above, finalCount, lead) = (runs.count, 0, start)
            show(session.transcript)
        }
        if unedited.isEmpty {
            (above, finalCount) = (runs.count, 0)
        }
    }

    /// Call after words were added to the last session.
    mutating func show(_ transcript: Transcript) {
        let paragraphs = transcript.paragraphs
        // The last paragraph may have grown meanwhile; those before it never change.
        let unchanged = paragraphs.count >= finalCount ? max(0, finalCount - 1) : 0
        runs.removeSubrange(min(above + unchanged, runs.count)...)
        for paragraph in paragraphs[unchanged...] {
            runs.append(lay(paragraph))
        }
        finalCount = paragraphs.count
        append(transcript.interim, goesOn: transcript.isParagraphOpen)
    }

    private func editedLines(of document: TranscriptDocument, isAlone: Bool) -> [[Run]] {
        guard let text = document.editedText, isAlone || !text.isEmpty else {
            return []
        }
        var paragraphs = document.editedParagraphs[...]
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard !line.allSatisfy(\.isWhitespace), let paragraph = paragraphs.popFirst() else {
                return [Run(String(line), .final)]
            }
            return (showsTimestamps ? [timestamp(paragraph)] : []) + Self.runs(of: line, paragraph.words)
        }
    }

    /// Doubtful words stay marked unless they were edited.
    private static func runs(of line: Substring, _ words: [Word]) -> [Run] {
        var runs: [Run] = []
        var done = line.startIndex
        var place = line.startIndex
        for word in words {
            let start = line[place...].firstIndex { !$0.isWhitespace } ?? line.endIndex
            place = line.index(start, offsetBy: word.text.count, limitedBy: line.endIndex) ?? line.endIndex
            guard word.isDoubtful else {
                continue
            }
            if done < start {
                runs.append(Run(String(line[done..<start]), .final))
            }
            runs.append(Run(String(line[start..<place]), .doubtful))
            done = place
        }
        return done < line.endIndex || runs.isEmpty ? runs + [Run(String(line[done...]), .final)] : runs
    }

    private func lay(_ paragraph: Paragraph) -> [Run] {
        var line = showsTimestamps && !paragraph.words.isEmpty ? [timestamp(paragraph)] : []
        var isFirst = true
        for word in paragraph.words {
            let space = isFirst || word.isGlued ? "" : " "
            Self.append(word.text, after: space, word.isDoubtful ? .doubtful : .final, to: &line)
            isFirst = false
        }
        return line
    }

    private mutating func append(_ interim: [Word], goesOn: Bool) {
        guard let first = interim.first else {
            return
        }
        if goesOn, let last = runs.indices.last {
            runs[last].append(Run((first.isGlued ? "" : " ") + interim.text, .interim))
        } else {
            let stamp = showsTimestamps ? [timestamp(Paragraph(words: interim))] : []
            runs.append(stamp + [Run(interim.text, .interim)])
        }
    }

    private func timestamp(_ paragraph: Paragraph) -> Run {
        Run(Quantities.span(lead + paragraph.start, lead + paragraph.end) + " ", .timestamp)
    }

    /// The space before a doubtful word goes to the preceding run, so that only the word is underlined.
    private static func append(_ text: String, after space: String, _ style: Run.Style, to line: inout [Run]) {
        guard let last = line.indices.last, line[last].style != .timestamp else {
            line.append(Run(space + text, style))
            return
        }
        if line[last].style == style {
            line[last].text += space + text
        } else if line[last].style == .final {
            line[last].text += space
            line.append(Run(text, style))
        } else {
            line.append(Run(space + text, style))
        }
    }
}
