extension TranscriptDocument {
    /// The words of the page in order, with times on the page's clock, which counts the seconds of all sessions without
    /// gaps.
    public var words: [Word] {
        paragraphs.flatMap(\.words)
    }

    /// Replaces the word at an index of `words` with another text, as if the user had edited it. The punctuation around
    /// the word stays. Does nothing if there is no word at the index.
    public mutating func replaceWord(at index: Int, with other: String) {
        let words = words
        let text = text
        let places = WordPlaces(text, words).ranges
        guard places.indices.contains(index) else {
            return
        }
        var scalars = Array(text.unicodeScalars)
        scalars.replaceSubrange(places[index], with: Array(words[index].reading(as: other).unicodeScalars))
        edit(String(String.UnicodeScalarView(scalars)))
    }

    /// Returns the session that contains a time on the page's clock, and the start of that session. Both are in seconds
    /// on the page's clock, which counts all sessions without gaps. A time after the end belongs to the last session.
    /// Returns nil if there are no sessions or the time is negative.
    public func session(at seconds: Double) -> (session: DictatedSession, lead: Double)? {
        var lead = 0.0
        var found: (session: DictatedSession, lead: Double)?
        for session in sessions where lead <= seconds {
            found = (session, lead)
            lead += session.duration
        }
        return found
    }

    /// The text of each session of the page. A line of the edited text belongs to the session in which its first word
    /// was spoken. A blank line belongs to the same session as the line before it.
    public var sessionTexts: [String] {
        let edited = sessions.count - uneditedSessions.count
        guard sessions.count > 1, edited > 0, let editedText else {
            return sessions.count == 1 ? [text] : sessions.map(\.transcript.text)
        }
        let ends = sessions[..<edited].map(\.duration).reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }
            .dropFirst()
        var lines = Array(repeating: [Substring](), count: edited)
        var paragraphs = editedParagraphs[...]
        var current = 0
        for line in editedText.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.allSatisfy(\.isWhitespace), let paragraph = paragraphs.popFirst() {
                let session = ends.firstIndex { paragraph.start < $0 } ?? ends.endIndex
                current = max(current, min(session - ends.startIndex, edited - 1))
            }
            lines[current].append(line)
        }
        return lines.map { $0.joined(separator: "\n") } + uneditedSessions.map(\.session.transcript.text)
    }
}
