import Foundation
import ParlandoCore

/// The sessions that have been stored since the program was started, so that they can be recognised on a page.
struct FinishedSessions {
    private struct Session {
        let id: HistorySession.ID
        /// The words as they were stored, and as they were before replacement rules changed them.
        let versions: [Transcript]
        /// The text that the session's page has put into the entry, or nil if it has not changed the entry.
        var given: String?
    }

    private var sessions: [Session] = []

    /// Adds a session, or replaces its earlier state.
    mutating func add(_ session: RecordedSession) {
        remove(session.entry.id)
        sessions.append(Session(id: session.entry.id, versions: session.versions))
    }

    mutating func remove(_ id: HistorySession.ID) {
        sessions.removeAll { $0.id == id }
    }

    /// Returns the IDs of the sessions on a page, from top to bottom, and their text as it was stored. Returns nil if
    /// there are none, or if one of them was not stored, because the text of such a session must not get into the
    /// history by way of the page.
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

    /// Returns the ID of a session's entry, the text as it was stored, and the text that the session's page has put
    /// into the entry since. Returns nil if the session was not stored.
    func entry(of transcript: Transcript) -> (id: HistorySession.ID, stored: String, given: String?)? {
        index(of: transcript.paragraphs).map { index in
            let session = sessions[index]
            return (session.id, session.versions.first?.text ?? "", session.given)
        }
    }

    /// Records the text that the session's page has put into the entry.
    mutating func give(_ text: String?, to id: HistorySession.ID) {
        for index in sessions.indices where sessions[index].id == id {
            sessions[index].given = text
        }
    }

    private func index(of spoken: [Paragraph]) -> Int? {
        sessions.lastIndex { $0.versions.contains { $0.paragraphs == spoken } }
    }
}
