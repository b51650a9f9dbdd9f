import Foundation
public import ParlandoCore

/// Stores the user's vocabulary and replacement rules in a JSON file. A damaged file is renamed, so that it can be
/// repaired by hand.
public actor FileWordBook: WordBookStore {
    /// Maximum size of this file, and of a file that is imported, in bytes.
    private static let mostBytes = 8_000_000
    /// Maximum number of damaged files that are kept.
    private static let mostCopies = 20

    private let path: String
    private let saver = FileTextSaver()
    private let executor = BlockingExecutor(label: "io.github.parlando.words")
    private var book: WordBook?
    /// Whether the file existed when `book` was last read or written.
    private var hasFile = false
    private var copy: String?
    /// Whether there is a file that could not be read, which must not be replaced.
    private var isUnreadable = false

    /// Executor that runs the actor on a thread of its own, because disks may be slow.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter path: path of the file. Its folder is created when it is first written.
    public init(path: String) {
        self.path = path
    }

    public func load() -> WordBook {
        // Read the file again if it has appeared or disappeared: *Remove All Data* removes it.
        let exists = FileManager.default.fileExists(atPath: path)
        if let book, exists == hasFile, !isUnreadable {
            return book
        }
        let read = readFile()
        book = read
        hasFile = FileManager.default.fileExists(atPath: path)
        return read
    }

    public func save(_ book: WordBook) async throws(TextSaveError) {
        _ = load()
        guard !isUnreadable else {
            throw TextSaveError(.denied, detail: "the file of words cannot be read")
        }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(book) else {
            throw TextSaveError(.failed, detail: "the words cannot be encoded")
        }
        try await saver.save(String(decoding: json, as: UTF8.self) + "\n", to: path)
        self.book = book
        hasFile = true
    }

    public func damagedCopy() -> String? {
        _ = load()
        return copy
    }

    public func text(of path: String) throws(TextReadError) -> String {
        guard let data = try bytes(of: path) else {
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
            guard let json = try bytes(of: path) else {
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
        setAside()
        return WordBook()
    }

    /// Renames the damaged file, without replacing an earlier damaged file.
    private func setAside() {
        for number in 1...Self.mostCopies {
            let name = path + ".damaged" + (number > 1 ? "-\(number)" : "")
            guard !FileManager.default.fileExists(atPath: name) else {
                continue
            }
            if (try? FileManager.default.moveItem(atPath: path, toPath: name)) != nil {
                copy = name
                return
            }
        }
        isUnreadable = true
    }

    /// Returns the bytes of a file, or nil if the file does not exist.
    private func bytes(of path: String) throws(TextReadError) -> Data? {
        guard FileManager.default.fileExists(atPath: path) else {
            return nil
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw .unreadable
        }
        defer { try? file.close() }
        let data: Data
        do {
            // `read` returns nil for an empty file.
            data = try file.read(upToCount: Self.mostBytes + 1) ?? Data()
        } catch {
            throw .unreadable
        }
        guard data.count <= Self.mostBytes else {
            throw .tooLarge
        }
        return data
    }
}
