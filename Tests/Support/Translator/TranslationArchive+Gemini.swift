public import ParlandoCore

/// Shorter methods for tests in which the translation service does not matter. The methods assume Gemini with default
/// settings.
extension TranslationArchive {
    private static var gemini: TranslationMaker { TranslationMaker(TranslatorPreferences()) }

    /// Looks up a translation made by Gemini.
    public func remembered(_ request: TranslationRequest) async -> Translation? {
        await remembered(request, by: Self.gemini)
    }

    /// Stores an exchange translated by Gemini.
    public func keep(_ exchange: Exchange) async throws(ArchiveError) {
        try await keep(exchange, by: Self.gemini)
    }

    /// Stores a prefetched translation made by Gemini.
    public func keepAhead(_ translation: Translation, of request: TranslationRequest) async throws(ArchiveError) {
        try await keepAhead(translation, of: request, by: Self.gemini)
    }

    /// Stores a sound that belongs to no exchange (a text with its translation).
    public func keep(_ sound: SpokenSound, of request: SynthesisRequest) async throws(ArchiveError) {
        try await keep(sound, of: request, for: nil)
    }
}
