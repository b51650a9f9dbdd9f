public import ParlandoCore
import Synchronization

/// Preference store in memory that counts changes. Thread-safe.
public final class FakePreferenceStore: PreferenceStore {
    private struct State {
        var preferences: Preferences
        var listeners: [AsyncStream<Preferences>.Continuation] = []
        var saves = 0
    }

    private let state: Mutex<State>

    public init(_ preferences: Preferences = Preferences()) {
        state = Mutex(State(preferences: preferences))
    }

    deinit {
        state.withLock { $0.listeners }.forEach { $0.finish() }
    }

    public var saves: Int {
        state.withLock { $0.saves }
    }

    public func load() -> Preferences {
        state.withLock { $0.preferences }
    }

    @discardableResult public func change(_ change: (inout Preferences) -> Void) -> Preferences {
        state.withLock { state in
            let before = state.preferences
            change(&state.preferences)
            if state.preferences != before {
                state.saves += 1
                state.listeners.forEach { $0.yield(state.preferences) }
            }
            return state.preferences
        }
    }

    public func changes() -> AsyncStream<Preferences> {
        let (stream, listener) = AsyncStream.makeStream(of: Preferences.self)
        state.withLock { $0.listeners.append(listener) }
        return stream
    }
}

extension PreferenceStore {
    public func save(_ preferences: Preferences) {
        change { $0 = preferences }
    }
}

/// Store for the word book (the user's vocabulary and replacement rules) in memory. A test can make its `save` fail.
public actor FakeWordBook: WordBookStore {
    private var book: WordBook
    private var other: WordBook?
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

    /// Another program saves this just before the next save.
    public func meanwhile(_ book: WordBook) {
        other = book
    }

    /// Whatever was there.
    public func save(_ book: WordBook) throws(TextSaveError) {
        if let error {
            throw error
        }
        self.book = book
    }

    public func save(_ book: WordBook, over old: WordBook) throws(TextSaveError) -> Bool {
        self.book = other ?? self.book
        other = nil
        guard self.book == old else {
            return false
        }
        try save(book)
        return true
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
