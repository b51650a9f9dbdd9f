public import Foundation

/// The sessions that are to be deleted because of their age.
public struct ExpiredSessions: Sendable, Equatable {
    /// Sessions that were hidden because of their age more than a day ago, and are to be deleted for good.
    public var ids: Set<HistorySession.ID>
    /// Whether old sessions were left as they are because today's date may be wrong.
    public var isDateDoubtful: Bool

    public init(ids: Set<HistorySession.ID> = [], isDateDoubtful: Bool = false) {
        self.ids = ids
        self.isDateDoubtful = isDateDoubtful
    }
}

/// Port: stores the sessions of the history. The words of a session are stored while it is under way, so that only the
/// latest words are lost if the program is killed. A history of a newer version of the program is only read: all
/// changes throw `newer`.
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

    /// Removes sessions from the history. They can be restored until they are deleted.
    func remove(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Restores removed sessions.
    func restore(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Returns the ids of all removed sessions that can still be restored.
    func removedIDs() async throws(ArchiveError) -> Set<HistorySession.ID>

    /// Deletes sessions for good. Their text is overwritten on disk.
    func delete(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Deletes all sessions of these kinds for good, also those under way and those in copies of a damaged database.
    func delete(kinds: Set<HistoryKind>) async throws(ArchiveError)

    /// Hides the sessions that are older than a number of days, and returns those that were hidden by an earlier call
    /// more than a day ago. Sessions that are not too old, because the number of days or the date has changed, are
    /// shown again. Sessions under way are kept.
    ///
    /// - Parameter days: greatest age of a session; 0 for no limit.
    func expire(after days: Int, at now: Date) async throws(ArchiveError) -> ExpiredSessions

    /// Returns the ids of all sessions of these kinds, also hidden and removed ones; if `kinds` is nil, of all
    /// sessions, also of kinds that only a newer version of the program knows.
    func ids(of kinds: Set<HistoryKind>?) async throws(ArchiveError) -> Set<HistorySession.ID>

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
    /// deleted. Only for deletions that the user has asked for: a session may be missing because the history was
    /// damaged.
    @discardableResult func keepOnly(_ ids: Set<HistorySession.ID>) async -> [String]

    /// Deletes the recording of one session.
    func remove(_ id: HistorySession.ID) async
}
