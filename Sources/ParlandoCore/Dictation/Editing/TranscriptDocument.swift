public import Foundation

/// A page of dictated text: the words of its sessions, and the user's edits.
///
/// On the page clock each session begins at the end of the previous one. Subtitles of the page so never overlap, and
/// match the sound of all sessions without gaps.
public struct TranscriptDocument: Sendable, Equatable {
    public private(set) var sessions: [DictatedSession] = []
    /// The user's version of the first `editedCount` sessions; nil if nothing is edited.
    public private(set) var editedText: String?
    private var editedCount = 0

    /// Creates an empty page.
    public init() {}

    /// Creates a page with one session.
    public init(
        _ transcript: Transcript = Transcript(), id: UUID = UUID(), began: Date? = nil, language: String? = nil
    ) {
        sessions = [DictatedSession(transcript, id: id, began: began, language: language)]
    }

    // MARK: Text

    /// Has one paragraph per line.
    public var text: String {
        let lines = sessions[editedCount...].map(\.transcript.text)
        return ([editedText ?? ""] + lines).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Whether the user has changed the text.
    public var isEdited: Bool {
        editedText != nil
    }

    /// Whether there is no text.
    public var isEmpty: Bool {
        (editedText ?? "").isEmpty && sessions[editedCount...].allSatisfy(\.transcript.paragraphs.isEmpty)
    }

    /// Without empty lines, in seconds on the page clock. Words that the user typed divide the time of the words that
    /// they replace, or the gap between their neighbours.
    public var paragraphs: [Paragraph] {
        let spoken = uneditedSessions.flatMap { $0.session.paragraphs(movedBy: $0.lead) }
        return editedParagraphs + spoken.filter { !$0.words.isEmpty }
    }

    /// The edited text, with times.
    public var editedParagraphs: [Paragraph] {
        guard let editedText else {
            return []
        }
        let heard = zip(sessions[..<editedCount], leads).flatMap { session, lead in
            session.paragraphs(movedBy: lead).flatMap(\.words)
        }
        return EditedWords.paragraphs(of: editedText, heard: heard)
    }

    /// Each with its start in seconds on the page clock.
    public var uneditedSessions: [(session: DictatedSession, lead: Double)] {
        Array(zip(sessions, leads).dropFirst(editedCount)).map { (session: $0, lead: $1) }
    }

    /// When each session begins, in seconds on the page clock.
    public var leads: [Double] {
        var clock = 0.0
        return sessions.map { session in
            defer { clock += session.duration }
            return clock
        }
    }

    /// Duration of all sessions, in seconds.
    public var duration: Double {
        sessions.reduce(0) { $0 + $1.duration }
    }

    // MARK: The last session

    /// Empty if there are no sessions.
    public var transcript: Transcript {
        sessions.last?.transcript ?? Transcript()
    }

    /// When the first session began; nil if unknown.
    public var began: Date? {
        sessions.first?.began
    }

    /// ISO 639-1 code of the last session's language; nil if unknown.
    public var language: String? {
        get { sessions.last?.language }
        set { change { $0.language = newValue } }
    }

    /// Whether further words can be added to the last session.
    public var isLastSessionOpen: Bool {
        editedCount < sessions.count
    }

    /// Begins a session below the text.
    public mutating func begin(_ id: UUID = UUID(), at time: Date?) {
        sessions.append(DictatedSession(id: id, began: time))
    }

    /// Takes a newer state of the last session's transcript.
    public mutating func hear(_ transcript: Transcript) {
        change { $0.transcript = transcript }
    }

    /// Records the seconds of sound of the last session.
    public mutating func capture(_ seconds: Double) {
        change { $0.captured = seconds }
    }

    /// Ends the last session without its interim words. Without final words it is removed.
    public mutating func end() {
        if isLastSessionOpen, transcript.paragraphs.isEmpty {
            sessions.removeLast()
        } else if isLastSessionOpen, !transcript.interim.isEmpty {
            change { $0.transcript.apply(.interim([])) }
        }
    }

    /// If its text has been edited, changes a new session below, so that the edit is kept.
    private mutating func change(_ body: (inout DictatedSession) -> Void) {
        if !isLastSessionOpen {
            sessions.append(DictatedSession())
        }
        body(&sessions[sessions.count - 1])
    }

    // MARK: Editing

    /// Takes the user's version of the whole page.
    public mutating func edit(_ text: String) {
        (editedText, editedCount) = (nil, 0)
        if text != self.text {
            (editedText, editedCount) = (text, sessions.count)
        }
    }

    /// Removes sessions and returns them, except those whose text is edited.
    mutating func removeSessions(from count: Int) -> [DictatedSession] {
        let kept = min(max(count, editedCount), sessions.count)
        defer { sessions.removeSubrange(kept...) }
        return Array(sessions[kept...])
    }

    /// Empties the last session that has text, unless it is edited. It keeps its time on the page clock.
    mutating func emptyLastSession() {
        let spoken = sessions.indices.dropFirst(editedCount)
        if let index = spoken.last(where: { !sessions[$0].transcript.paragraphs.isEmpty }) {
            sessions[index].captured = sessions[index].duration
            sessions[index].transcript = Transcript()
        }
    }

    public mutating func add(_ later: [DictatedSession]) {
        sessions += later
    }
}

/// One session on a page.
public struct DictatedSession: Sendable, Equatable {
    /// Also that of its entry in the history, and of its sound.
    public let id: UUID
    /// In seconds since the session began.
    public var transcript: Transcript
    public var began: Date?
    /// ISO 639-1 code; nil if unknown.
    public var language: String?
    /// Seconds of captured sound; 0 if unknown.
    public var captured = 0.0

    public init(
        _ transcript: Transcript = Transcript(), id: UUID = UUID(), began: Date? = nil, language: String? = nil
    ) {
        self.id = id
        self.transcript = transcript
        self.began = began
        self.language = language
    }

    /// In seconds, at least up to the last final word. The next session begins after it.
    public var duration: Double {
        max(captured, transcript.paragraphs.last { !$0.words.isEmpty }?.end ?? 0)
    }

    func paragraphs(movedBy lead: Double) -> [Paragraph] {
        guard lead > 0 else {
            return transcript.paragraphs
        }
        return transcript.paragraphs.map { Paragraph(words: $0.words.map { $0.moved(by: lead) }) }
    }
}

extension TranscriptDocument {
    /// With times on the page clock.
    public var words: [Word] {
        paragraphs.flatMap(\.words)
    }

    /// Replaces a word of `words` as an edit. The punctuation around it stays.
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

    /// Returns the session at a time on the page clock, and its start. A time after the end belongs to the last
    /// session.
    public func session(at seconds: Double) -> (session: DictatedSession, lead: Double)? {
        var lead = 0.0
        var found: (session: DictatedSession, lead: Double)?
        for session in sessions where lead <= seconds {
            found = (session, lead)
            lead += session.duration
        }
        return found
    }

    /// The text of each session. An edited line belongs to the session of its first word, a blank line to that of the
    /// line before.
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
