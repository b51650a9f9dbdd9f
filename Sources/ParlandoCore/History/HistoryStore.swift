public import Foundation

/// The sessions that were hidden because of their age more than a day ago and are to be deleted, and whether old
/// sessions were spared because today's date may be wrong.
public struct ExpiredSessions: Sendable, Equatable {
    public var ids: Set<HistorySession.ID>
    public var isDateDoubtful: Bool

    public init(ids: Set<HistorySession.ID> = [], isDateDoubtful: Bool = false) {
        self.ids = ids
        self.isDateDoubtful = isDateDoubtful
    }
}

/// Port: stores the sessions of the history, word by word while they are under way. A history of a newer version of the
/// program is only read: all changes throw `newer`.
public protocol HistoryStore: Sendable {
    /// Does nothing if the session is stored already. If the session below which it was dictated is gone, it begins a
    /// page.
    func begin(_ session: HistorySession) async throws(ArchiveError)

    /// Replaces all words from index `position` on.
    func write(_ words: [HistoryWord], from position: Int, of id: HistorySession.ID) async throws(ArchiveError)

    /// Marks a session as finished. A session without words is removed, unless it is an incomplete one of live speech,
    /// which has a recording.
    func end(
        _ id: HistorySession.ID, language: String?, duration: Double, isIncomplete: Bool, soundEnd: Double?
    ) async throws(ArchiveError)

    /// Returns at most `limit` pages, newest first, that contain all search words or words that begin with them: each
    /// as its first session, with the duration of all. Case and accents do not matter. If `words` is blank, all match.
    func sessions(matching words: String, limit: Int) async throws(ArchiveError) -> [HistorySession]

    func record(of id: HistorySession.ID) async throws(ArchiveError) -> HistoryRecord?

    /// Replaces the words, text, language, engine and duration of a session that has ended.
    func replace(_ record: HistoryRecord) async throws(ArchiveError)

    func rename(_ id: HistorySession.ID, to title: String) async throws(ArchiveError)

    /// Replaces the text by the user's version; nil restores the recognised text.
    func edit(_ id: HistorySession.ID, _ text: String?) async throws(ArchiveError)

    /// The sessions can be restored until they are deleted.
    func remove(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    func restore(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Not those of the last minute: another running program may be about to restore them.
    func removedIDs() async throws(ArchiveError) -> Set<HistorySession.ID>

    /// Deletes sessions for good. Their text is overwritten on disk.
    func delete(_ ids: Set<HistorySession.ID>) async throws(ArchiveError)

    /// Deletes all sessions of these kinds for good, also those under way and in copies of a damaged database.
    func delete(kinds: Set<HistoryKind>) async throws(ArchiveError)

    /// Hides sessions older than `days` (0: no limit), and returns those that an earlier call hid more than a day ago.
    /// Sessions that are not too old any more are shown again. Sessions under way are kept.
    func expire(after days: Int, at now: Date) async throws(ArchiveError) -> ExpiredSessions

    /// Returns the ids of all sessions of these kinds, also hidden and removed ones. Nil means all kinds, also those
    /// that only a newer version of the program knows.
    func ids(of kinds: Set<HistoryKind>?) async throws(ArchiveError) -> Set<HistorySession.ID>

    /// Returns the dictations that were under way when an earlier run of the program was killed, the latest first.
    /// Only if this run has found them, and owns the data.
    func interruptedIDs() async throws(ArchiveError) -> [HistorySession.ID]

    func removeAll() async throws(ArchiveError)
}

extension HistoryStore {
    public func end(
        _ id: HistorySession.ID, language: String?, duration: Double, isIncomplete: Bool = false
    ) async throws(ArchiveError) {
        try await end(id, language: language, duration: duration, isIncomplete: isIncomplete, soundEnd: nil)
    }

    public func add(_ record: HistoryRecord) async throws(ArchiveError) {
        let session = record.session
        try await begin(session)
        try await write(record.words, from: 0, of: session.id)
        try await end(
            session.id, language: session.language, duration: session.duration, isIncomplete: session.isIncomplete)
    }
}

/// Port: stores the recordings of the sessions in the history.
public protocol HistorySounds: Sendable {
    /// Appends samples at `AudioBlock.sampleRate`, those of each moment side by side, to a new recording if there is
    /// none.
    func append(_ samples: [Float], channels: Int, to id: HistorySession.ID) async throws(TextSaveError)

    /// No samples can be appended afterwards.
    func finish(_ id: HistorySession.ID) async

    func path(of id: HistorySession.ID) async -> String?

    /// Returns what tells a file from another one that takes its place, and when it was last changed; nil if it cannot
    /// be read.
    func mark(of path: String) async -> (text: String, modified: Date)?

    /// Deletes all other recordings, and returns the paths of those that could not be deleted. Only for deletions that
    /// the user has asked for: a session may be missing because the history was damaged.
    @discardableResult func keepOnly(_ ids: Set<HistorySession.ID>) async -> [String]

    func remove(_ id: HistorySession.ID) async
}

extension HistorySounds {
    public func append(_ samples: [Float], to id: HistorySession.ID) async throws(TextSaveError) {
        try await append(samples, channels: 1, to: id)
    }
}

/// Port: remembers which sessions are on the dictation page, from top to end, so that it is there again at the next
/// start. Their text is only in the history.
public protocol PageBookmark: Sendable {
    func ids() async -> [HistorySession.ID]

    func set(_ ids: [HistorySession.ID]) async
}
