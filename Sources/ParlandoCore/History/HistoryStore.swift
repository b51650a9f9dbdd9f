public import Foundation

/// Port: stores the sessions of the history. A session is stored while it grows, so that at most the latest words are
/// lost if the program is killed.
public protocol HistoryStore: Sendable {
    /// Adds a session, or does nothing if it is stored already.
    func begin(_ session: HistorySession) async throws(ArchiveError)

    /// Replaces all words of a session from index `position` on.
    func write(_ words: [HistoryWord], from position: Int, of id: HistorySession.ID) async throws(ArchiveError)

    /// Marks a session as over. A session without words is removed.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 code of the spoken language; nil if unknown.
    ///   - duration: duration of its sound in seconds.
    ///   - isIncomplete: whether the text ends before the end of the transcribed file.
    func end(
        _ id: HistorySession.ID, language: String?, duration: Double, isIncomplete: Bool
    ) async throws(ArchiveError)

    /// Returns at most `limit` sessions, newest first, that contain all search words. A search word also matches the
    /// beginning of a longer word. Case and accents do not matter. Blank `words` match all sessions.
    func sessions(matching words: String, limit: Int) async throws(ArchiveError) -> [HistorySession]

    /// Returns a session with its words, or nil if there is none with this id.
    func record(of id: HistorySession.ID) async throws(ArchiveError) -> HistoryRecord?

    /// Changes a session's title. An empty title removes the title.
    func rename(_ id: HistorySession.ID, to title: String) async throws(ArchiveError)

    /// Replaces a session's text; nil restores the recognised text.
    func edit(_ id: HistorySession.ID, _ text: String?) async throws(ArchiveError)

    /// Takes sessions out of the history. `restore` brings them back until `forgetRemoved` deletes them.
    func remove(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Brings back sessions that were taken out.
    func restore(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Deletes the sessions that were taken out. Their text is overwritten on disk.
    func forgetRemoved() async throws(ArchiveError)

    /// Deletes all sessions of these kinds, and all sessions of any kind that began before `date`, except for sessions
    /// under way.
    func delete(kinds: Set<HistoryKind>, before date: Date) async throws(ArchiveError)

    /// Returns the ids of all sessions, including those that can be brought back.
    func ids() async throws(ArchiveError) -> Set<HistorySession.ID>

    /// Deletes all sessions with their files.
    func removeAll() async throws(ArchiveError)

    /// Returns the number of bytes that the history takes on disk.
    func size() async -> Int64
}

extension HistoryStore {
    /// Marks a session as over, and its text as complete.
    public func end(_ id: HistorySession.ID, language: String?, duration: Double) async throws(ArchiveError) {
        try await end(id, language: language, duration: duration, isIncomplete: false)
    }

    /// Stores a finished session.
    public func add(_ record: HistoryRecord) async throws(ArchiveError) {
        let session = record.session
        try await begin(session)
        try await write(record.words, from: 0, of: session.id)
        try await end(
            session.id, language: session.language, duration: session.duration, isIncomplete: session.isIncomplete)
    }
}

/// Port: stores the recordings of sessions.
public protocol HistorySounds: Sendable {
    /// Appends samples at `AudioBlock.sampleRate` to a session's recording, which is created if there is none.
    func append(_ samples: [Float], to id: HistorySession.ID) async throws(TextSaveError)

    /// Completes the recording of a session. Nothing can be appended afterwards.
    func finish(_ id: HistorySession.ID) async

    /// Returns the path of a session's recording, or nil if there is none.
    func path(of id: HistorySession.ID) async -> String?

    /// Returns whether the file from which a session was transcribed still exists and is readable.
    func isThere(_ path: String) async -> Bool

    /// Deletes all recordings except those of these sessions. Returns the paths of recordings that could not be
    /// deleted.
    @discardableResult func keepOnly(_ ids: Set<HistorySession.ID>) async -> [String]

    /// Deletes the recording of one session.
    func remove(_ id: HistorySession.ID) async
}
