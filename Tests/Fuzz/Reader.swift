import Foundation

/// A fuzz target: code of the program that reads bytes from outside.
struct Reader: Sendable {
    /// Name of the reader, for `scripts/fuzz --only`.
    let name: String
    /// Valid inputs, at least one.
    let seeds: [[UInt8]]
    /// Reads an input, valid or not. May throw any error to reject the input; `Wrong` reports a fault of the program
    /// instead. Must not crash, hang or use much memory.
    let read: @Sendable ([UInt8]) async throws -> Void

    /// Returns all fuzz targets.
    ///
    /// - Parameter recordings: path of a folder with one valid recording of each format.
    static func all(recordings: String) throws -> [Reader] {
        try soundReaders(recordings: recordings) + answerReaders() + serverReaders() + listReaders()
            + storedReaders() + desktopReaders() + caretReaders() + plantedReaders()
    }

    init(_ name: String, _ seeds: [[UInt8]], read: @escaping @Sendable ([UInt8]) async throws -> Void) {
        self.name = name
        self.seeds = seeds
        self.read = read
    }

    /// - Parameter texts: the valid inputs.
    init(_ name: String, texts: [String], read: @escaping @Sendable ([UInt8]) async throws -> Void) {
        self.init(name, texts.map { Array($0.utf8) }, read: read)
    }
}

/// A temporary file of one reader, in a memory file system if there is one, so that a million writes do not wear out a
/// disk.
struct ScratchFile: Sendable {
    let path: String

    /// - Parameter name: name that is unique among the scratch files of this process.
    init(_ name: String) {
        let memory = "/dev/shm"
        let isThere = FileManager.default.isWritableFile(atPath: memory)
        let folder = isThere ? memory : FileManager.default.temporaryDirectory.path
        path = "\(folder)/parlando-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(name)"
    }

    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// Removes the file or folder, and the files that belong to it, such as SQLite's journal.
    func remove() {
        for ending in [
            "", "-journal", "-wal", "-shm", ".damaged", ".damaged-wal", ".damaged-journal", ".part", ".part.validator",
            ".checked",
        ] {
            try? FileManager.default.removeItem(atPath: path + ending)
        }
    }
}
