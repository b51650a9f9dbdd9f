import Foundation
public import ParlandoCore

/// The user's exercises and sets in a JSON file. A damaged file is renamed (`.damaged`) when it is read.
public actor FilePracticeBook: PracticeBookStore {
    private static let mostBytes = 16_000_000

    private let path: String
    private let executor = BlockingExecutor(label: "io.github.parlando.exercises")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init(path: String) {
        self.path = path
    }

    public func book() throws(PracticeBookError) -> PracticeBook {
        do throws(PracticeBookError) {
            return try Self.read(path) ?? PracticeBook()
        } catch .damaged {
            throw DamagedFile.setAside(path) == nil ? .unreadable : .setAside
        }
    }

    public func save(_ book: PracticeBook) throws(TextSaveError) {
        do throws(PracticeBookError) {
            _ = try Self.read(path)
        } catch {
            throw TextSaveError(.denied, detail: "the exercises cannot be replaced: \(error)")
        }
        try FileTextSaver.write(json: book, to: path)
    }

    public func book(at path: String) throws(PracticeBookError) -> PracticeBook {
        guard let book = try Self.read(path) else {
            throw .unreadable
        }
        return book
    }

    /// Nil if there is no file.
    private static func read(_ path: String) throws(PracticeBookError) -> PracticeBook? {
        let data: Data?
        do throws(TextReadError) {
            data = try SmallFile.bytes(of: path, most: mostBytes)
        } catch {
            throw error == .tooLarge ? .damaged : .unreadable
        }
        guard let data else {
            return nil
        }
        return try PracticeBook(json: data)
    }
}
