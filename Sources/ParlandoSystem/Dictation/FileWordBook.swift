import Foundation
import Glibc
public import ParlandoCore

/// Stores the user's vocabulary and replacement rules in a JSON file. A damaged file is renamed, so that it can be
/// repaired by hand.
public actor FileWordBook: WordBookStore {
    private static let mostBytes = 8_000_000

    private let file: JSONFile<WordBook>
    private let importsPipes: Bool
    private let executor = BlockingExecutor(label: "io.github.parlando.words")
    private var known: (book: WordBook, version: FileVersion?)?
    private var copy: String?

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter importsPipes: whether `text(of:)` waits for pipes, as on the command line.
    public init(path: String, importsPipes: Bool = false) {
        file = JSONFile(path: path, mostBytes: Self.mostBytes)
        self.importsPipes = importsPipes
    }

    public func load() -> WordBook {
        // Another program may have written it, *Remove All Data* removes it.
        let version = FileVersion(file.path)
        if let known, known.version == version {
            return known.book
        }
        known = nil
        guard let read = try? file.mended() else {
            return WordBook()
        }
        copy = read.copy ?? copy
        let book = read.value ?? WordBook()
        known = (book, version)
        return book
    }

    public func save(_ book: WordBook, over old: WordBook) throws(TextSaveError) -> Bool {
        known = nil
        return try file.replace(old, by: book, none: WordBook())
    }

    public func damagedCopy() -> String? {
        _ = load()
        return copy
    }

    public func text(of path: String) throws(TextReadError) -> String {
        guard let data = try SmallFile.bytes(of: path, most: Self.mostBytes, readsPipes: importsPipes) else {
            throw .unreadable
        }
        guard let text = String(bytes: data, encoding: .utf8), !text.contains("\0") else {
            throw .notText
        }
        return text
    }
}

private struct FileVersion: Equatable {
    private let numbers: [Int]

    init?(_ path: String) {
        var status = stat()
        guard stat(PathBytes.cString(path), &status) == 0 else {
            return nil
        }
        numbers = [
            Int(bitPattern: UInt(status.st_ino)), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
    }
}
