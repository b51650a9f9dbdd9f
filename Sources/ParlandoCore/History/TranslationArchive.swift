public import Foundation
/// Cause of an `ArchiveError`.
public enum ArchiveErrorKind: Sendable, Equatable {
    case diskFull
    case notWritable
    /// The database was damaged. It was set aside, and a new one was created.
    case damaged
    /// Some entries were damaged and were removed. The operation succeeded for all others.
    case entriesDropped
    /// A newer version of the program has changed the database, which is therefore only read.
    case newer
    /// Old entries were left as they are, because today's date may be wrong.
    case dateDoubtful
    case failed
}

/// Port: stores earlier translations. They are a history for the user, and a cache that saves requests to the
/// translation services. Data that the user does not allow on disk is kept in memory until the program ends.
public protocol TranslationArchive: Sendable {
    /// Sets whether texts and sound may be kept on disk. Deletes data from disk at once if a permission is taken back.
    /// The first call takes nothing back: preferences that could not be read must not delete anything.
    func allow(texts: Bool, sound: Bool) async throws(ArchiveError)

    /// Returns a complete translation of exactly this text by this service and model that is at most a day old; nil if
    /// there is none.
    func remembered(_ request: TranslationRequest, by maker: TranslationMaker) async -> Translation?

    /// Stores an exchange, which is a text with its complete translation, in the cache and, if allowed, in the history.
    func keep(_ exchange: Exchange, by maker: TranslationMaker) async throws(ArchiveError)

    /// Stores a prefetched translation in the cache, but not in the history.
    func keepAhead(_ translation: Translation, of request: TranslationRequest, by maker: TranslationMaker)
        async throws(ArchiveError)

    /// Returns sound that was synthesized from a text earlier; nil if there is none.
    func remembered(_ request: SynthesisRequest) async -> SpokenSound?

    /// Stores synthesized sound in the cache.
    ///
    /// - Parameter exchange: the exchange (text with its translation) that the sound belongs to; both are removed
    ///   together. Sound that belongs to no exchange in the history is removed along with whichever exchange is removed
    ///   first.
    func keep(_ sound: SpokenSound, of request: SynthesisRequest, for exchange: Exchange.ID?)
        async throws(ArchiveError)

    /// Returns at most `limit` exchanges (texts with their translations) of the history that contain the words, newest
    /// first. If `words` is empty, all exchanges match.
    func history(matching words: String, limit: Int) async throws(ArchiveError) -> [Exchange]

    /// Removes exchanges (texts with their translations) and their sound from the history and the cache. Also deletes
    /// the copies of damaged database files, because the copies may contain the exchanges.
    func remove(_ ids: Set<Exchange.ID>) async throws(ArchiveError)

    /// Puts removed exchanges (texts with their translations) back into the history, if texts are allowed on disk.
    /// Their synthesized sound stays deleted.
    func restore(_ exchanges: [Exchange]) async throws(ArchiveError)

    /// Hides the exchanges (texts with their translations) of the history that are older than a number of days, and
    /// deletes those that were hidden by an earlier call more than a day ago. Exchanges that are not too old, because
    /// the number of days or the date has changed, are shown again.
    ///
    /// - Parameter days: greatest age of an exchange; 0 for no limit.
    /// - Returns: whether old exchanges were left as they are because today's date may be wrong.
    func expire(after days: Int, at now: Date) async throws(ArchiveError) -> Bool

    /// Removes everything from memory and from disk.
    func removeAll() async throws(ArchiveError)
}

extension TranslationArchive {
    /// Removes one exchange (a text with its translation) and its sound.
    public func remove(_ id: Exchange.ID) async throws(ArchiveError) {
        try await remove([id])
    }
}

/// An error of the translation archive.
public typealias ArchiveError = DetailedError<ArchiveErrorKind>
