public import Foundation

/// Port: stores the sessions of the history. The words of a session are stored while it is under way, so that only the
/// latest words are lost if the program is killed.
public protocol HistoryStore: Sendable {
    /// Adds a session. Does nothing if the session is stored already.
    func begin(_ session: HistorySession) async throws(ArchiveError)

    /// Replaces all words of a session from index `position` on with `words`.
    func write(_ words: [HistoryWord], from position: Int, of id: HistorySession.ID) async throws(ArchiveError)

    /// Marks a session as finished. A session without words is removed.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 code of the spoken language; nil if unknown.
    ///   - duration: duration of the session's sound in seconds.
    ///   - isIncomplete: whether the text ends before the end of the transcribed file.
    func end(
        _ id: HistorySession.ID, language: String?, duration: Double, isIncomplete: Bool
    ) async throws(ArchiveError)

    /// Returns at most `limit` sessions that contain all search words, newest first. A search word also matches the
    /// beginning of a longer word. Case and accents do not matter. If `words` is blank, all sessions match.
    func sessions(matching words: String, limit: Int) async throws(ArchiveError) -> [HistorySession]

    /// Returns a session with its words, or nil if there is no session with this id.
    func record(of id: HistorySession.ID) async throws(ArchiveError) -> HistoryRecord?

    /// Changes a session's title. An empty title removes the title.
    func rename(_ id: HistorySession.ID, to title: String) async throws(ArchiveError)

    /// Replaces the text of a session with the user's version; nil restores the recognised text.
    func edit(_ id: HistorySession.ID, _ text: String?) async throws(ArchiveError)

    /// Removes sessions from the history. They can be restored until `forgetRemoved` is called.
    func remove(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Restores removed sessions.
    func restore(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Deletes all removed sessions, which cannot be restored afterwards. Their text is overwritten on disk.
    func forgetRemoved() async throws(ArchiveError)

    /// Deletes all sessions of these kinds, and all sessions that began before `date`. Sessions that are still under
    /// way are kept.
    func delete(kinds: Set<HistoryKind>, before date: Date) async throws(ArchiveError)

    /// Returns the ids of all sessions, including removed sessions that can still be restored.
    func ids() async throws(ArchiveError) -> Set<HistorySession.ID>

    /// Deletes all sessions and their files.
    func removeAll() async throws(ArchiveError)

    /// Returns the number of bytes that the history takes on disk.
    func size() async -> Int64
}

extension HistoryStore {
    /// Marks a session as finished, with its text complete.
    public func end(_ id: HistorySession.ID, language: String?, duration: Double) async throws(ArchiveError) {
        try await end(id, language: language, duration: duration, isIncomplete: false)
    }

    /// Stores a finished session with its words.
    public func add(_ record: HistoryRecord) async throws(ArchiveError) {
        let session = record.session
        try await begin(session)
        try await write(record.words, from: 0, of: session.id)
        try await end(
            session.id, language: session.language, duration: session.duration, isIncomplete: session.isIncomplete)
    }
}

/// Port: stores the audio recordings of the sessions in the history.
public protocol HistorySounds: Sendable {
    /// Appends samples at `AudioBlock.sampleRate` to a session's recording. Creates the recording if there is none.
    func append(_ samples: [Float], to id: HistorySession.ID) async throws(TextSaveError)

    /// Completes the recording of a session. No samples can be appended afterwards.
    func finish(_ id: HistorySession.ID) async

    /// Returns the path of a session's recording, or nil if there is none.
    func path(of id: HistorySession.ID) async -> String?

    /// Returns whether a file that was transcribed still exists and is readable.
    func isThere(_ path: String) async -> Bool

    /// Deletes all recordings except those of these sessions. Returns the paths of recordings that could not be
    /// deleted.
    @discardableResult func keepOnly(_ ids: Set<HistorySession.ID>) async -> [String]

    /// Deletes the recording of one session.
    func remove(_ id: HistorySession.ID) async
}
