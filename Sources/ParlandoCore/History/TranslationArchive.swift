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

/// Port: stores earlier translations, as a history for the user and as a cache that saves requests to the services.
/// Only what the user allows is kept on disk. Everything else is in memory and lost when the program ends.
public protocol TranslationArchive: Sendable {
    /// Sets whether texts and sound may be kept on disk. Data that is no longer allowed is deleted from disk at once.
    func allow(texts: Bool, sound: Bool) async throws(ArchiveError)

    /// Returns a complete translation of exactly this text by this service and model, at most a day old; nil if there
    /// is none.
    func remembered(_ request: TranslationRequest, by maker: TranslationMaker) async -> Translation?

    /// Stores a complete translation in the cache and, if allowed, in the history.
    func keep(_ exchange: Exchange, by maker: TranslationMaker) async throws(ArchiveError)

    /// Stores a prefetched translation in the cache, never in the history.
    func keepAhead(_ translation: Translation, of request: TranslationRequest, by maker: TranslationMaker)
        async throws(ArchiveError)

    /// Returns sound synthesized earlier from a text; nil if there is none.
    func remembered(_ request: SynthesisRequest) async -> SpokenSound?

    /// Stores synthesized sound in the cache.
    ///
    /// - Parameter exchange: the exchange that the sound belongs to; both are removed together. Sound that belongs to
    ///   no exchange in the history is removed along with whichever exchange is removed first.
    func keep(_ sound: SpokenSound, of request: SynthesisRequest, for exchange: Exchange.ID?)
        async throws(ArchiveError)

    /// Returns the exchanges in the history that contain the words, newest first. Empty `words` match all.
    func history(matching words: String, limit: Int) async throws(ArchiveError) -> [Exchange]

    /// Removes exchanges with their sound from the history and the cache. Also deletes the copies of damaged database
    /// files, because the copies may contain the exchanges.
    func remove(_ ids: Set<Exchange.ID>) async throws(ArchiveError)

    /// Puts exchanges that were removed back into the history, if texts are allowed on disk. Their sound stays deleted.
    func restore(_ exchanges: [Exchange]) async throws(ArchiveError)

    /// Deletes the exchanges of the history that began before a date.
    func forget(before date: Date) async throws(ArchiveError)

    /// Removes everything from memory and from disk.
    func removeAll() async throws(ArchiveError)
}

extension TranslationArchive {
    /// Removes one exchange with its sound.
    public func remove(_ id: Exchange.ID) async throws(ArchiveError) {
        try await remove([id])
    }
}

/// An error of the translation archive.
public typealias ArchiveError = DetailedError<ArchiveErrorKind>
