public import ParlandoCore

/// Store for the word book (the user's vocabulary and replacement rules) in memory. A test can make its `save` fail.
public actor FakeWordBook: WordBookStore {
    private var book: WordBook
    private let error: TextSaveError?
    private let files: [String: String]
    private let copy: String?

    /// - Parameters:
    ///   - error: thrown by `save`; nil to succeed.
    ///   - files: texts that can be imported, by path.
    ///   - copy: path of a damaged word book (the user's vocabulary and replacement rules) that was renamed, or nil if
    ///     there is none.
    public init(
        _ rules: [ReplacementRule] = [], error: TextSaveError? = nil, files: [String: String] = [:],
        copy: String? = nil
    ) {
        var book = WordBook()
        book.add(rules)
        self.book = book
        self.error = error
        self.files = files
        self.copy = copy
    }

    public func load() -> WordBook {
        book
    }

    public func save(_ book: WordBook) throws(TextSaveError) {
        if let error {
            throw error
        }
        self.book = book
    }

    public func damagedCopy() -> String? {
        copy
    }

    public func text(of path: String) throws(TextReadError) -> String {
        guard let text = files[path] else {
            throw .unreadable
        }
        return text
    }
}
