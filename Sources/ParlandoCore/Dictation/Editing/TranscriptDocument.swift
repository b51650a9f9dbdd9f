public import Foundation

/// A page of dictated text: the words of its sessions, one session below the other, and the user's edits.
///
/// All sessions of a page share one clock. On this clock each session begins at the end of the previous one. Subtitles
/// of the whole page therefore never overlap, and match the sound of the sessions if it is played without gaps. The
/// time between two words of the same session is unchanged.
public struct TranscriptDocument: Sendable, Equatable {
    /// The sessions whose words are on the page, in spoken order.
    public private(set) var sessions: [DictatedSession] = []
    /// The user's version of the text of the first `editedCount` sessions; nil if nothing is edited.
    public private(set) var editedText: String?
    /// Number of sessions, from the first on, whose text is in `editedText`.
    private var editedCount = 0

    /// Creates an empty page.
    public init() {}

    /// Creates a page with one session.
    public init(_ transcript: Transcript = Transcript(), began: Date? = nil, language: String? = nil) {
        sessions = [DictatedSession(transcript, began: began, language: language)]
    }

    // MARK: Text

    /// The current text, one paragraph per line.
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

    /// The current text as paragraphs, without empty lines. Times are in seconds on the page's clock, which counts all
    /// sessions without gaps. Unchanged words keep their times. Words that the user typed divide the time of the words
    /// that they replace, or the gap between their neighbours.
    public var paragraphs: [Paragraph] {
        let spoken = uneditedSessions.flatMap { $0.session.paragraphs(movedBy: $0.lead) }
        return editedParagraphs + spoken.filter { !$0.words.isEmpty }
    }

    /// The text edited by the user as paragraphs with times; empty if nothing is edited.
    public var editedParagraphs: [Paragraph] {
        guard let editedText else {
            return []
        }
        let heard = zip(sessions[..<editedCount], leads).flatMap { session, lead in
            session.paragraphs(movedBy: lead).flatMap(\.words)
        }
        return EditedWords.paragraphs(of: editedText, heard: heard)
    }

    /// The sessions whose text is not edited, each with its start in seconds on the page's clock, which counts all
    /// sessions without gaps.
    public var uneditedSessions: [(session: DictatedSession, lead: Double)] {
        Array(zip(sessions, leads).dropFirst(editedCount)).map { (session: $0, lead: $1) }
    }

    /// Start of each session in seconds: the sum of the durations of all earlier sessions.
    private var leads: [Double] {
        var clock = 0.0
        return sessions.map { session in
            defer { clock += session.duration }
            return clock
        }
    }

    /// Duration of all sessions in seconds.
    public var duration: Double {
        sessions.reduce(0) { $0 + $1.duration }
    }

    // MARK: The last session

    /// The transcript of the last session; empty if there are no sessions.
    public var transcript: Transcript {
        sessions.last?.transcript ?? Transcript()
    }

    /// Start time of the first session; nil if unknown.
    public var began: Date? {
        sessions.first?.began
    }

    /// ISO 639-1 code of the language spoken in the last session; nil if unknown.
    public var language: String? {
        get { sessions.last?.language }
        set { change { $0.language = newValue } }
    }

    /// Whether further words can be added to the last session, because it exists and its text is not edited.
    public var isLastSessionOpen: Bool {
        editedCount < sessions.count
    }

    /// Begins a session below the text. The words of the session follow in a new paragraph.
    ///
    /// - Parameter time: start time of the session; nil if unknown.
    public mutating func begin(at time: Date?) {
        sessions.append(DictatedSession(began: time))
    }

    /// Replaces the transcript of the last session with a newer state of the same transcript. The text of earlier
    /// sessions is unchanged.
    public mutating func hear(_ transcript: Transcript) {
        change { $0.transcript = transcript }
    }

    /// Records how many seconds of sound the last session has captured.
    public mutating func capture(_ seconds: Double) {
        change { $0.captured = seconds }
    }

    /// Ends the last session and discards its interim words. A session without final words is removed.
    public mutating func end() {
        if isLastSessionOpen, transcript.paragraphs.isEmpty {
            sessions.removeLast()
        } else if isLastSessionOpen, !transcript.interim.isEmpty {
            change { $0.transcript.apply(.interim([])) }
        }
    }

    /// Changes the last session. If the text of that session has been edited, changes a new session below it instead,
    /// so that the edit is kept.
    private mutating func change(_ body: (inout DictatedSession) -> Void) {
        if !isLastSessionOpen {
            sessions.append(DictatedSession())
        }
        body(&sessions[sessions.count - 1])
    }

    // MARK: Editing

    /// Replaces the text of the whole page with the user's version.
    public mutating func edit(_ text: String) {
        (editedText, editedCount) = (nil, 0)
        if text != self.text {
            (editedText, editedCount) = (text, sessions.count)
        }
    }

    /// Removes the sessions from index `count` on, and returns them. Sessions whose text is edited are kept.
    mutating func removeSessions(from count: Int) -> [DictatedSession] {
        let kept = min(max(count, editedCount), sessions.count)
        defer { sessions.removeSubrange(kept...) }
        return Array(sessions[kept...])
    }

    /// Appends sessions, whose text follows below the existing text.
    public mutating func add(_ later: [DictatedSession]) {
        sessions += later
    }
}
