import Foundation
import GRDB
import ParlandoCore

/// An SQLite database file. Used on one thread at a time; every call blocks. Deleted data is overwritten with zeros
/// (`secure_delete`).
final class SQLiteFile {
    private let queue: DatabaseQueue
    /// Together one second, in which the tables are made.
    private static let attempts = 20
    private static let microseconds: UInt32 = 50_000

    /// Whether a newer version of the program has changed the tables. The file is then only read.
    let isNewer: Bool

    /// Creates the file if it does not exist, for its owner only, and brings its tables up to date.
    ///
    /// - Parameters:
    ///   - writesAhead: whether changes first go to a log beside the file (WAL). Then a change need not wait for the
    ///     disk, and is kept even if the program is killed.
    ///   - hasTriggers: whether triggers write to a virtual table, which SQLite allows only in a trusted schema.
    ///   - migrates: false if another running program, perhaps of an older version, may be using the file. To that one,
    ///     newer tables would be damage, so `failed` is thrown instead of changing them.
    init(
        path: String, migrator: DatabaseMigrator, writesAhead: Bool = false, hasTriggers: Bool = false,
        migrates: Bool = true
    ) throws(ArchiveError) {
        (queue, isNewer) = try Self.translated { () throws -> (DatabaseQueue, Bool) in
            let folder = (path as NSString).deletingLastPathComponent
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            if !FileManager.default.fileExists(atPath: path),
                !FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            {
                throw CocoaError(.fileWriteUnknown)
            }
            var configuration = Configuration()
            // Another copy of the program may be writing.
            configuration.busyMode = .timeout(5)
            configuration.prepareDatabase { database in
                try database.execute(
                    sql: """
                        PRAGMA secure_delete = ON; PRAGMA synchronous = NORMAL;
                        PRAGMA cell_size_check = ON; PRAGMA trusted_schema = \(hasTriggers ? "ON" : "OFF")
                        """)
                database.add(tokenizer: HistoryTokenizer.self)
            }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let isNewer = try queue.read { try migrator.hasBeenSuperseded($0) }
            guard !isNewer else {
                return (queue, true)
            }
            for _ in 0..<Self.attempts {
                do {
                    return try (Self.prepare(queue, migrator, writesAhead, migrates), false)
                } catch let error where Self.mayBeMade(error) {
                    usleep(Self.microseconds)
                }
            }
            return try (Self.prepare(queue, migrator, writesAhead, migrates), false)
        }
    }

    private static func prepare(
        _ queue: DatabaseQueue, _ migrator: DatabaseMigrator, _ writesAhead: Bool, _ migrates: Bool
    ) throws -> DatabaseQueue {
        let isOlder = try queue.read { database in
            try !migrator.appliedIdentifiers(database).isEmpty && !migrator.hasCompletedMigrations(database)
        }
        guard migrates || !isOlder else {
            throw ArchiveError(.failed, detail: "tables of an older version")
        }
        if writesAhead {
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        }
        try migrator.migrate(queue)
        return queue
    }

    /// Whether another program may be making the same tables at this moment: both then make some of them.
    private static func mayBeMade(_ error: any Error) -> Bool {
        let codes = [ResultCode.SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_SCHEMA]
        return (error as? DatabaseError).map { codes.contains($0.resultCode) } ?? (error is ArchiveError)
    }

    func read<Result>(_ work: (Database) throws -> Result) throws(ArchiveError) -> Result {
        try ofThisVersion { try queue.read(work) }
    }

    func write<Result>(_ work: (Database) throws -> Result) throws(ArchiveError) -> Result {
        guard !isNewer else {
            throw ArchiveError(.newer)
        }
        return try Self.translated { try queue.write(work) }
    }

    /// Executes statements outside a transaction, as `VACUUM` needs.
    func execute(_ statements: String) throws(ArchiveError) {
        guard !isNewer else {
            throw ArchiveError(.newer)
        }
        try Self.translated { try queue.writeWithoutTransaction { try $0.execute(sql: statements) } }
    }

    func close() throws(ArchiveError) {
        try Self.translated { try queue.close() }
    }

    /// Tables of a newer version may have another structure, which is not damage.
    private func ofThisVersion<Result>(_ work: () throws -> Result) throws(ArchiveError) -> Result {
        do throws(ArchiveError) {
            return try Self.translated(work)
        } catch {
            throw isNewer && error.kind == .damaged ? ArchiveError(.newer, detail: error.detail) : error
        }
    }

    private static func translated<Result>(_ work: () throws -> Result) throws(ArchiveError) -> Result {
        do {
            return try work()
        } catch let error as ArchiveError {
            throw error
        } catch let error as DatabaseError {
            // The statement and its arguments contain the user's texts.
            throw ArchiveError(kind(of: error.resultCode), detail: "SQLite \(error.extendedResultCode.rawValue)")
        } catch let error as CocoaError {
            let isFull = error.code == .fileWriteOutOfSpace
            throw ArchiveError(isFull ? .diskFull : .notWritable, detail: "file \(error.code.rawValue)")
        } catch {
            throw ArchiveError(.failed, detail: "\(type(of: error))")
        }
    }

    private static func kind(of code: ResultCode) -> ArchiveError.Kind {
        switch code {
        case .SQLITE_FULL: .diskFull
        // The statements are correct, so these errors mean that the file has another structure.
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_MISMATCH: .damaged
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM: .notWritable
        default: .failed
        }
    }
}

extension Row {
    /// Returns nil if the column is missing, is null or has another type. GRDB's own accessors crash in these cases.
    func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
        hasColumn(column) ? Value.fromDatabaseValue(self[column]) : nil
    }

    /// Reads seconds since 1970. Calendar functions fail far beyond the year 9999.
    func moment(_ column: String) -> Date? {
        let seconds: Double? = value(column)
        return seconds.flatMap { (0...253_402_300_799).contains($0) ? Date(timeIntervalSince1970: $0) : nil }
    }
}
