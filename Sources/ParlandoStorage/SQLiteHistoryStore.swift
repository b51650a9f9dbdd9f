public import Foundation
import Logging
public import ParlandoCore

/// Stores the history in SQLite, on a thread of its own.
public actor SQLiteHistoryStore: HistoryStore {
    private let executor = BlockingExecutor(label: "parlando.history")
    private let clock: any WallClock
    private let keeper: DatabaseKeeper<HistoryDatabase>

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Accesses no file yet.
    ///
    /// - Parameter repairs: whether damage is repaired, and sessions ended that a killed program left open. False if
    ///   another running program owns the data folder.
    public init(path: String, clock: any WallClock, repairs: Bool = true) {
        self.clock = clock
        keeper = DatabaseKeeper(path: path, repairs: repairs, log: Logger(label: "parlando.history"))
    }

    public func begin(_ session: HistorySession) throws(ArchiveError) {
        try keeper.repairing { (database) throws(ArchiveError) in try database.begin(session) }
    }

    /// Only `begin` creates a database; without one, returns `value`.
    ///
    /// - Parameter removesCopies: whether renamed copies of damaged databases are deleted too.
    private func existing<Value>(
        or value: Value, removesCopies: Bool = false, _ work: (HistoryDatabase) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        guard keeper.exists else {
            return value
        }
        return try keeper.repairing(removesCopies: removesCopies, work)
    }

    public func write(_ words: [HistoryWord], from position: Int, of id: UUID) throws(ArchiveError) {
        try existing(or: ()) { (database) throws(ArchiveError) in
            try database.write(words, from: position, of: id)
        }
    }

    public func end(
        _ id: UUID, language: String?, duration: Double, isIncomplete: Bool, soundEnd: Double?
    ) throws(ArchiveError) {
        try existing(or: ()) { (database) throws(ArchiveError) in
            try database.end(id, language: language, duration: duration, isIncomplete: isIncomplete, soundEnd: soundEnd)
        }
    }

    public func sessions(matching words: String, limit: Int) throws(ArchiveError) -> [HistorySession] {
        try existing(or: []) { (database) throws(ArchiveError) in
            try database.sessions(matching: words, limit: max(0, limit))
        }
    }

    public func record(of id: UUID) throws(ArchiveError) -> HistoryRecord? {
        try existing(or: nil) { (database) throws(ArchiveError) in try database.record(of: id) }
    }

    public func replace(_ record: HistoryRecord) throws(ArchiveError) {
        try existing(or: ()) { (database) throws(ArchiveError) in try database.replace(record) }
    }

    public func rename(_ id: UUID, to title: String) throws(ArchiveError) {
        try existing(or: ()) { (database) throws(ArchiveError) in try database.rename(id, to: title) }
    }

    public func edit(_ id: UUID, _ text: String?) throws(ArchiveError) {
        try existing(or: ()) { (database) throws(ArchiveError) in try database.edit(id, text) }
    }

    public func remove(_ ids: Set<UUID>) throws(ArchiveError) {
        let now = clock.now.timeIntervalSince1970
        try existing(or: ()) { (database) throws(ArchiveError) in try database.setRemoved(ids, at: now) }
    }

    public func restore(_ ids: Set<UUID>) throws(ArchiveError) {
        try existing(or: ()) { (database) throws(ArchiveError) in try database.setRemoved(ids, at: nil) }
    }

    public func removedIDs() throws(ArchiveError) -> Set<UUID> {
        let now = clock.now.timeIntervalSince1970
        return try existing(or: []) { (database) throws(ArchiveError) in try database.removedIDs(at: now) }
    }

    public func delete(_ ids: Set<UUID>) throws(ArchiveError) {
        try existing(or: ()) { (database) throws(ArchiveError) in try database.delete(ids) }
    }

    public func delete(kinds: Set<HistoryKind>) throws(ArchiveError) {
        try existing(or: (), removesCopies: true) { (database) throws(ArchiveError) in
            try database.delete(kinds: kinds)
        }
    }

    public func expire(after days: Int, at now: Date) throws(ArchiveError) -> ExpiredSessions {
        try existing(or: ExpiredSessions()) { (database) throws(ArchiveError) in
            try database.expire(after: days, at: now)
        }
    }

    public func ids(of kinds: Set<HistoryKind>?) throws(ArchiveError) -> Set<UUID> {
        try existing(or: []) { (database) throws(ArchiveError) in try database.ids(of: kinds) }
    }

    public func interruptedIDs() throws(ArchiveError) -> [UUID] {
        try existing(or: []) { (database) throws(ArchiveError) in database.interrupted }
    }

    public func removeAll() throws(ArchiveError) {
        try keeper.deleteFiles()
    }
}
