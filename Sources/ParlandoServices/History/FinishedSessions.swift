import Foundation
import ParlandoCore

/// The sessions that have been stored since the program was started, to recognise them on a page.
struct FinishedSessions {
    private struct Session {
        let id: HistorySession.ID
        /// The words as they were stored, and as they were before replacement rules changed them.
        let versions: [Transcript]
    }

    private var sessions: [Session] = []

    /// Adds a session, or brings it up to date.
    mutating func add(_ session: RecordedSession) {
        remove(session.entry.id)
        sessions.append(
            Session(id: session.entry.id, versions: [session.transcript] + (session.heard.map { [$0] } ?? [])))
    }

    mutating func remove(_ id: HistorySession.ID) {
        sessions.removeAll { $0.id == id }
    }

    /// Returns the sessions on a page, from top to bottom, and their text as it was stored. Returns nil if there are
    /// none, or if one of them was not stored: its text must not get into the history by way of the page.
    func found(on page: TranscriptDocument) -> (ids: [HistorySession.ID], text: String)? {
        var found: [Session] = []
        for spoken in page.sessions.map(\.transcript.paragraphs) where !spoken.isEmpty {
            guard let session = sessions.last(where: { $0.versions.contains { $0.paragraphs == spoken } }) else {
                return nil
            }
            found.append(session)
        }
        let text = found.compactMap(\.versions.first?.text).joined(separator: "\n")
        return found.isEmpty ? nil : (found.map(\.id), text)
    }
}
