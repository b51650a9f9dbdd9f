import Foundation
import Logging
import ParlandoCore

/// A database that `DatabaseKeeper` opens and repairs.
protocol KeptDatabase: AnyObject {
    /// - Parameter repairs: whether a damaged search index is made anew, and sessions ended that a killed program left
    ///   open. False if another running program may be writing them.
    init(path: String, repairs: Bool) throws(ArchiveError)
    /// Returns how many damaged rows were deleted since the last call.
    func takeDropped() -> Int
    /// Deletes and overwrites all rows.
    func empty() throws(ArchiveError)
    func close() throws(ArchiveError)
}

/// Opens a database when it is first used. A damaged one is renamed (`.damaged`), beside earlier ones, and a new one
/// created. Used on one thread at a time; every call blocks.
final class DatabaseKeeper<Base: KeptDatabase> {
    private static var damaged: String { ".damaged" }
    private static var mostCopies: Int { 20 }

    private let path: String
    private let repairs: Bool
    private let log: Logger
    private var database: Base?
    /// The file that `database` has open.
    private var openedFile: FileIdentity?

    /// - Parameter repairs: false if another running program may be using the database.
    init(path: String, repairs: Bool, log: Logger) {
        self.path = path
        self.repairs = repairs
        self.log = log
    }

    /// Runs `work` on the database. If it is damaged, runs `work` on a new one and then throws `damaged`, because the
    /// earlier contents are lost. If only single entries were damaged, throws `entriesDropped` once.
    ///
    /// - Parameter removesCopies: whether renamed databases are deleted too, even one that this call has renamed. They
    ///   contain the data that is to be removed.
    func repairing<Value>(
        removesCopies: Bool, _ work: (Base) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        let outcome = Result { () throws(ArchiveError) in try repairing(work) }
        if removesCopies {
            try removeCopies()
        }
        return try outcome.get()
    }

    func repairing<Value>(_ work: (Base) throws(ArchiveError) -> Value) throws(ArchiveError) -> Value {
        do throws(ArchiveError) {
            let database = try opened()
            let result = try work(database)
            let dropped = database.takeDropped()
            guard dropped == 0 else {
                log.error("\(dropped) entries were damaged and are removed")
                throw ArchiveError(.entriesDropped, detail: "\(dropped)")
            }
            return result
        } catch {
            guard error.kind == .damaged else {
                throw error
            }
            log.error("the database is damaged: \(error.detail)")
            guard repairs else {
                throw ArchiveError(.failed, detail: error.detail)
            }
            try setAside()
            _ = try work(opened())
            throw error
        }
    }

    /// Returns nil on any error, as if nothing were stored.
    func reading<Result>(_ work: (Base) throws(ArchiveError) -> Result?) -> Result? {
        do throws(ArchiveError) {
            return try work(opened())
        } catch {
            log.warning("not read: \(error.kind) \(error.detail)")
            return nil
        }
    }

    /// The database is emptied first, so that no text can be recovered from free disk blocks.
    func deleteFiles() throws(ArchiveError) {
        if exists {
            do throws(ArchiveError) {
                let database = try opened()
                try database.empty()
                try database.close()
            } catch {
                log.info("the file is deleted as it is: \(error.kind) \(error.detail)")
            }
        }
        database = nil
        // Also deletes the journals, and damaged databases that were set aside.
        try delete(filesBeginningWith: (path as NSString).lastPathComponent)
    }

    /// Check this before reading, because reading creates a missing database.
    var exists: Bool {
        FileIdentity(path) != nil
    }

    /// Opens the file anew if another running program has deleted it or set it aside.
    private func opened() throws(ArchiveError) -> Base {
        if let database, let openedFile, openedFile == FileIdentity(path) {
            return database
        }
        database = nil
        let made = try Base(path: path, repairs: repairs)
        (database, openedFile) = (made, FileIdentity(path))
        return made
    }

    /// They cannot be opened any more, but still contain the user's texts.
    private func removeCopies() throws(ArchiveError) {
        try delete(filesBeginningWith: (path as NSString).lastPathComponent + Self.damaged)
    }

    private func delete(filesBeginningWith name: String) throws(ArchiveError) {
        let folder = (path as NSString).deletingLastPathComponent
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var isLeft = false
        for file in files where file.hasPrefix(name) {
            do {
                try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
            } catch {
                isLeft = true
            }
        }
        if isLeft {
            throw ArchiveError(.notWritable, detail: "delete")
        }
    }

    private func setAside() throws(ArchiveError) {
        database = nil
        let manager = FileManager.default
        do {
            let copies = (1...Self.mostCopies).map { path + Self.damaged + ($0 > 1 ? "-\($0)" : "") }
            guard let copy = copies.first(where: { !manager.fileExists(atPath: $0) }) else {
                throw CocoaError(.fileWriteFileExists)
            }
            try manager.moveItem(atPath: path, toPath: copy)
            // The journals belong to the copy: they contain the latest changes.
            for ending in ["-journal", "-wal"] where manager.fileExists(atPath: path + ending) {
                try manager.moveItem(atPath: path + ending, toPath: copy + ending)
            }
            if manager.fileExists(atPath: path + "-shm") {
                try manager.removeItem(atPath: path + "-shm")
            }
        } catch {
            throw ArchiveError(.notWritable, detail: "set aside")
        }
    }
}

/// Tells a file from another one at the same path.
private struct FileIdentity: Equatable {
    let device: dev_t
    let number: ino_t

    /// Nil if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return nil
        }
        (device, number) = (status.st_dev, status.st_ino)
    }
}
