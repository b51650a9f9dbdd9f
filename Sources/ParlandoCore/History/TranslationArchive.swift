/// Port: what was translated earlier: a history for people, and a cache that spares the services. On disk only what
/// the user allows; the rest is in memory and forgotten at the end.
public protocol TranslationArchive: Sendable {
    /// What may be kept on disk from now on. What is no longer allowed is removed from disk at once.
    func allow(texts: Bool, sound: Bool) async throws(ArchiveError)

    /// A whole translation of that very text by that very service and model that is not older than a day, nil: there is
    /// none.
    func remembered(_ request: TranslationRequest, by maker: TranslationMaker) async -> Translation?

    /// Keeps a whole translation, in the cache and, where it is allowed, in the history.
    func keep(_ exchange: Exchange, by maker: TranslationMaker) async throws(ArchiveError)

    /// Keeps a translation that nobody has asked for yet: in the cache, never in the history.
    func keepAhead(_ translation: Translation, of request: TranslationRequest, by maker: TranslationMaker)
        async throws(ArchiveError)

    /// Sound that was made of a text earlier, nil: there is none.
    func remembered(_ request: SynthesisRequest) async -> SpokenSound?

    /// Keeps sound, in the cache.
    ///
    /// - Parameter exchange: that it was made for and goes with. What was made for none that is in the history goes
    ///   with whichever goes first.
    func keep(_ sound: SpokenSound, of request: SynthesisRequest, for exchange: Exchange.ID?)
        async throws(ArchiveError)

    /// The history, newest first, of exchanges in which the words occur; empty words: all.
    func history(matching words: String, limit: Int) async throws(ArchiveError) -> [Exchange]

    /// Removes one exchange from the history and the cache, with its sound, and copies of damaged files with it, which
    /// may hold it.
    func remove(_ id: Exchange.ID) async throws(ArchiveError)

    /// Removes everything, from memory and from disk.
    func removeAll() async throws(ArchiveError)
}

/// Why what was translated cannot be kept, read or removed.
public struct ArchiveError: Error, Sendable, Equatable {
    /// What went wrong.
    public enum Kind: Sendable, Equatable {
        case diskFull
        case notWritable
        /// The database was damaged; it was set aside and a new one begun.
        case damaged
        /// Some entries were damaged and removed. What was asked for was done for all others.
        case entriesDropped
        case failed
    }

    /// What went wrong.
    public let kind: Kind
    /// For the log; never what anybody said.
    public let detail: String

    public init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}
