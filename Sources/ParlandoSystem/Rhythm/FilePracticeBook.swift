public import ParlandoCore

/// The user's exercises and sets in a JSON file. A damaged file is renamed (`.damaged`) when it is read.
public actor FilePracticeBook: PracticeBookStore {
    private static let mostBytes = 16_000_000

    private let file: JSONFile<PracticeBook>
    private let executor = BlockingExecutor(label: "io.github.parlando.exercises")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init(path: String) {
        file = JSONFile(path: path, mostBytes: Self.mostBytes)
    }

    public func book() throws(PracticeBookError) -> PracticeBook {
        let (book, copy) = try file.mended()
        guard copy == nil else {
            throw .setAside
        }
        return book ?? PracticeBook()
    }

    public func save(_ book: PracticeBook, over old: PracticeBook) throws(TextSaveError) -> Bool {
        try file.replace(old, by: book, none: PracticeBook())
    }

    public func book(at path: String) throws(PracticeBookError) -> PracticeBook {
        guard let book = try JSONFile<PracticeBook>(path: path, mostBytes: Self.mostBytes).read() else {
            throw .unreadable
        }
        return book
    }
}
