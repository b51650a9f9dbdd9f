import Foundation
import Glibc
public import ParlandoCore

/// Stores the user's vocabulary and replacement rules in a JSON file. A damaged file is renamed, so that it can be
/// repaired by hand.
public actor FileWordBook: WordBookStore {
    private static let mostBytes = 8_000_000

    private let path: String
    private let executor = BlockingExecutor(label: "io.github.parlando.words")
    private var book: WordBook?
    private var version: FileVersion?
    private var copy: String?
    /// Such a file must not be replaced.
    private var isUnreadable = false

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init(path: String) {
        self.path = path
    }

    public func load() -> WordBook {
        // Another program may have written it, *Remove All Data* removes it.
        if let book, FileVersion(path) == version, !isUnreadable {
            return book
        }
        version = FileVersion(path)
        let read = readFile()
        book = read
        return read
    }

    public func save(_ book: WordBook) throws(TextSaveError) {
        _ = load()
        guard !isUnreadable else {
            throw TextSaveError(.denied, detail: "the file of words cannot be read")
        }
        try FileTextSaver.write(json: book, to: path)
        // Another program may have written at the same time.
        self.book = nil
    }

    public func damagedCopy() -> String? {
        _ = load()
        return copy
    }

    public func text(of path: String) throws(TextReadError) -> String {
        guard let data = try SmallFile.bytes(of: path, most: Self.mostBytes) else {
            throw .unreadable
        }
        guard let text = String(bytes: data, encoding: .utf8), !text.contains("\0") else {
            throw .notText
        }
        return text
    }

    private func readFile() -> WordBook {
        isUnreadable = false
        do throws(TextReadError) {
            guard let json = try SmallFile.bytes(of: path, most: Self.mostBytes) else {
                return WordBook()
            }
            if let book = try? OutsideJSON.decode(WordBook.self, from: json) {
                return book
            }
        } catch .unreadable {
            isUnreadable = true
            return WordBook()
        } catch {
            // The file is far too large to be a list of words.
        }
        copy = DamagedFile.setAside(path) ?? copy
        isUnreadable = FileManager.default.fileExists(atPath: path)
        return WordBook()
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
