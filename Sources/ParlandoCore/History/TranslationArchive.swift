public import Foundation
/// Cause of an `ArchiveError`.
public enum ArchiveErrorKind: Sendable, Equatable {
    case diskFull
    case notWritable
    /// The database was set aside, and a new one was created.
    case damaged
    /// Some entries were damaged and removed. The operation succeeded for all others.
    case entriesDropped
    /// A newer version of the program has changed the database, which is only read.
    case newer
    /// Old entries were left as they are, because today's date may be wrong.
    case dateDoubtful
    case failed
}

/// Port: stores earlier translations, as a history for the user and as a cache that saves requests. What is not allowed
/// on disk stays in memory until the program ends.
public protocol TranslationArchive: Sendable {
    /// Sets what may be on disk, and deletes what no longer may. The first call deletes nothing: preferences may have
    /// been unreadable.
    func allow(texts: Bool, sound: Bool) async throws(ArchiveError)

    /// Returns a complete translation of exactly this text that is at most a day old.
    func remembered(_ request: TranslationRequest, by maker: TranslationMaker) async -> Translation?

    /// Stores an exchange in the cache and, if allowed, in the history.
    func keep(_ exchange: Exchange, by maker: TranslationMaker) async throws(ArchiveError)

    /// Stores a prefetched translation in the cache only.
    func keepAhead(_ translation: Translation, of request: TranslationRequest, by maker: TranslationMaker)
        async throws(ArchiveError)

    func remembered(_ request: SynthesisRequest) async -> SpokenSound?

    /// Stores synthesized sound in the cache.
    ///
    /// - Parameter exchange: the exchange that the sound is removed with. Sound without one is removed with whichever
    ///   exchange is removed first.
    func keep(_ sound: SpokenSound, of request: SynthesisRequest, for exchange: Exchange.ID?)
        async throws(ArchiveError)

    /// Returns at most `limit` exchanges that contain the words, newest first. If `words` is empty, all match.
    func history(matching words: String, limit: Int) async throws(ArchiveError) -> [Exchange]

    /// Removes exchanges and their sound from the history and the cache, and the copies of damaged databases, which may
    /// contain them.
    func remove(_ ids: Set<Exchange.ID>) async throws(ArchiveError)

    /// Puts exchanges back if texts are allowed on disk. Their sound stays deleted.
    func restore(_ exchanges: [Exchange]) async throws(ArchiveError)

    /// Hides exchanges older than `days` (0: no limit), and deletes those that an earlier call hid more than a day ago.
    /// Exchanges that are not too old any more are shown again. Returns whether old exchanges were spared because
    /// today's date may be wrong.
    func expire(after days: Int, at now: Date) async throws(ArchiveError) -> Bool

    func removeAll() async throws(ArchiveError)
}

public typealias ArchiveError = DetailedError<ArchiveErrorKind>
