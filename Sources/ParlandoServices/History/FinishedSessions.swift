import Foundation
import ParlandoCore

/// The sessions stored in the history since the program was started. Finds the history entries that belong to the text
/// of a dictation page.
struct FinishedSessions {
    private struct Session {
        let id: HistorySession.ID
        /// The transcript as it was stored, and, if replacement rules changed it, the transcript before that.
        let versions: [Transcript]
        /// The text that the dictation page has written into the history entry; nil if the page has not changed the
        /// entry.
        var given: String?
    }

    private var sessions: [Session] = []

    /// Adds a session that has been stored, or replaces its earlier state.
    mutating func add(_ session: RecordedSession) {
        remove(session.entry.id)
        sessions.append(Session(id: session.entry.id, versions: session.versions))
    }

    /// Adds a session of an earlier run of the program. The page shows the text of its history entry.
    mutating func add(_ record: HistoryRecord) {
        remove(record.session.id)
        sessions.append(
            Session(
                id: record.session.id, versions: [Transcript(paragraphs: record.words.paragraphs)],
                given: record.session.isEdited ? record.session.text.revealed : nil))
    }

    mutating func remove(_ id: HistorySession.ID) {
        sessions.removeAll { $0.id == id }
    }

    /// Returns the IDs of the sessions on a dictation page, from top to bottom, and their text as it was stored.
    /// Returns nil if there are no sessions or if a session was not stored. The text of a session that was not stored
    /// must not get into the history through the page.
    func found(on page: TranscriptDocument) -> (ids: [HistorySession.ID], text: String)? {
        var found: [Session] = []
        for spoken in page.sessions.map(\.transcript.paragraphs) where !spoken.isEmpty {
            guard let index = index(of: spoken) else {
                return nil
            }
            found.append(sessions[index])
        }
        let text = found.compactMap(\.versions.first?.text).joined(separator: "\n")
        return found.isEmpty ? nil : (found.map(\.id), text)
    }

    /// Returns the ID of a session's history entry, the text as it was stored, and the text that the dictation page has
    /// written into the entry since then. Returns nil if the session was not stored.
    func entry(of transcript: Transcript) -> (id: HistorySession.ID, stored: String, given: String?)? {
        index(of: transcript.paragraphs).map { index in
            let session = sessions[index]
            return (session.id, session.versions.first?.text ?? "", session.given)
        }
    }

    /// Records the text that the dictation page has written into a session's history entry; nil if it is the original
    /// text.
    mutating func give(_ text: String?, to id: HistorySession.ID) {
        for index in sessions.indices where sessions[index].id == id {
            sessions[index].given = text
        }
    }

    private func index(of spoken: [Paragraph]) -> Int? {
        sessions.lastIndex { $0.versions.contains { $0.paragraphs == spoken } }
    }
}
