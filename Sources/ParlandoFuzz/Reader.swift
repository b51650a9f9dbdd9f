import Foundation

/// Something that reads bytes from outside.
struct Reader: Sendable {
    /// As `scripts/fuzz --only` knows it.
    let name: String
    /// Good inputs, at least one.
    let seeds: [[UInt8]]
    /// Reads an input, good or not. Whatever it throws is an answer; what must not happen is a crash, a hang, or the use
    /// of much memory.
    let read: @Sendable ([UInt8]) async throws -> Void

    /// All there are.
    ///
    /// - Parameter recordings: a folder with one good recording of each format.
    static func all(recordings: String) throws -> [Reader] {
        try soundReaders(recordings: recordings) + answerReaders() + serverReaders() + listReaders()
            + storedReaders() + desktopReaders() + plantedReaders()
    }

    init(_ name: String, _ seeds: [[UInt8]], read: @escaping @Sendable ([UInt8]) async throws -> Void) {
        self.name = name
        self.seeds = seeds
        self.read = read
    }

    /// - Parameter texts: the good inputs.
    init(_ name: String, texts: [String], read: @escaping @Sendable ([UInt8]) async throws -> Void) {
        self.init(name, texts.map { Array($0.utf8) }, read: read)
    }
}

/// A file of a reader's own in a folder that lies in memory, so that a million of them wear no disk out.
struct ScratchFile: Sendable {
    let path: String

    /// - Parameter name: unique among the files of this process.
    init(_ name: String) {
        let memory = "/dev/shm"
        let isThere = FileManager.default.isWritableFile(atPath: memory)
        let folder = isThere ? memory : FileManager.default.temporaryDirectory.path
        path = "\(folder)/parlando-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(name)"
    }

    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    /// Removes it, and what lies in it or belongs to it.
    func remove() {
        for ending in ["", "-journal", "-wal", "-shm", ".damaged", ".part", ".part.validator", ".checked"] {
            try? FileManager.default.removeItem(atPath: path + ending)
        }
    }
}
