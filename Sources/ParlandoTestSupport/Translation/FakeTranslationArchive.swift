public import ParlandoCore
import Synchronization

/// Keeps exchanges in memory, or fails as it is told to. May be used from any thread.
public final class FakeTranslationArchive: TranslationArchive {
    private struct State {
        var exchanges: [Exchange] = []
        var allowed: (texts: Bool, sound: Bool)?
        var failure: ArchiveError?
    }

    private let state = Mutex(State())

    public init(_ exchanges: [Exchange] = []) {
        state.withLock { $0.exchanges = exchanges }
    }

    /// What is in the history, in the order it was kept.
    public var exchanges: [Exchange] {
        state.withLock { $0.exchanges }
    }

    /// Whether texts and sound may lie on disk, nil: nobody has said.
    public var allowed: (texts: Bool, sound: Bool)? {
        state.withLock { $0.allowed }
    }

    /// Every call fails so from now on; nil: none does.
    public func fail(with failure: ArchiveError?) {
        state.withLock { $0.failure = failure }
    }

    public func allow(texts: Bool, sound: Bool) throws(ArchiveError) {
        try check()
        state.withLock { $0.allowed = (texts, sound) }
    }

    public func remembered(_ request: TranslationRequest) -> Translation? {
        nil
    }

    public func keep(_ exchange: Exchange) throws(ArchiveError) {
        try check()
        state.withLock { $0.exchanges.append(exchange) }
    }

    public func remembered(_ request: SynthesisRequest) -> SpokenSound? {
        nil
    }

    public func keep(_ sound: SpokenSound, of request: SynthesisRequest) throws(ArchiveError) {
        try check()
    }

    public func history(matching words: String, limit: Int) throws(ArchiveError) -> [Exchange] {
        try check()
        let found = exchanges.reversed().filter {
            words.isEmpty || ($0.source.revealed + " " + $0.translation.revealed).contains(words)
        }
        return Array(found.prefix(limit))
    }

    public func remove(_ id: Exchange.ID) throws(ArchiveError) {
        try check()
        state.withLock { $0.exchanges.removeAll { $0.id == id } }
    }

    public func removeAll() throws(ArchiveError) {
        try check()
        state.withLock { $0.exchanges = [] }
    }

    private func check() throws(ArchiveError) {
        if let failure = state.withLock({ $0.failure }) {
            throw failure
        }
    }
}
