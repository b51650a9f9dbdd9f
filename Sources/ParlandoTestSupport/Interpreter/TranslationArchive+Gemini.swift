public import ParlandoCore

/// What a test asks of an archive where it does not matter who translated: Gemini did, as it comes.
extension TranslationArchive {
    private static var gemini: TranslationMaker { TranslationMaker(TranslatorPreferences()) }

    /// As the work of Gemini.
    public func remembered(_ request: TranslationRequest) async -> Translation? {
        await remembered(request, by: Self.gemini)
    }

    /// As the work of Gemini.
    public func keep(_ exchange: Exchange) async throws(ArchiveError) {
        try await keep(exchange, by: Self.gemini)
    }

    /// As the work of Gemini.
    public func keepAhead(_ translation: Translation, of request: TranslationRequest) async throws(ArchiveError) {
        try await keepAhead(translation, of: request, by: Self.gemini)
    }

    /// For no exchange.
    public func keep(_ sound: SpokenSound, of request: SynthesisRequest) async throws(ArchiveError) {
        try await keep(sound, of: request, for: nil)
    }
}
