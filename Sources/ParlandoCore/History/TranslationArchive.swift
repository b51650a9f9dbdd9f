public import Foundation
/// Cause of an `ArchiveError`.
public enum ArchiveErrorKind: Sendable, Equatable {
    case diskFull
    case notWritable
    /// The database was damaged. It was set aside, and a new one was created.
    case damaged
    /// Some entries were damaged and were removed. The operation succeeded for all others.
    case entriesDropped
    case failed
}

/// Port: stores earlier translations. They are a history for the user, and a cache that saves requests to the
/// translation services. Data that the user does not allow on disk is kept in memory until the program ends.
public protocol TranslationArchive: Sendable {
    /// Sets whether texts and sound may be kept on disk. Deletes data from disk at once if it is no longer allowed
    /// there.
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

    /// Deletes from the history the exchanges (texts with their translations) that began before a date.
    func forget(before date: Date) async throws(ArchiveError)

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
