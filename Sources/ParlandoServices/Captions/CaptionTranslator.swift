public import ParlandoCore

/// Translates sentences of captions with the service that is chosen at the moment, which the translator uses too. So
/// both together keep to its rate limit.
public struct CaptionTranslator: Sendable {
    /// For a request, or for the speech of a sentence once it is its turn.
    private static let timeout = Duration.seconds(10)

    private let translator: TranslatorService
    private let preferences: any PreferenceStore

    public init(_ translator: TranslatorService, preferences: any PreferenceStore) {
        self.translator = translator
        self.preferences = preferences
    }

    /// No text goes to a service without consent. Speech is translated if the service can do that, and not the text.
    ///
    /// - Parameters:
    ///   - earlier: translates the sentence before. Speech has its turn, because captions need the processor too.
    ///   - source: ISO 639-1 code; nil if the service is to detect it.
    func translate(
        _ text: Private<String>, _ sound: [Float], after earlier: Task<Void, Never>?, from source: String?,
        into target: String
    ) async throws -> Private<String> {
        let preferences = preferences.load().translator
        let kind = preferences.service
        let consent = TranslationServiceKind.captions + kind.rawValue
        guard kind.descriptor.isLocal || preferences.agreedServices.contains(consent) else {
            throw TranslatorFailure.consentMissing(kind)
        }
        if let source, kind.descriptor.speechTarget == target, !sound.isEmpty,
            await translator.pairs(preferences)?.contains(from: source, into: target) != true
        {
            await earlier?.value
            try Task.checkCancellation()
            return try await translator.parts.clock.within(Self.timeout) { [translator] in
                try await translator.translateSpeech(sound, from: source, into: target)
            }.text
        }
        let phrase = Phrase(text.revealed, language: source)
        let service = await translator.translationService(preferences)
        for try await event in service.translate(phrase, into: target, priority: .typed, timeout: Self.timeout) {
            switch event {
            case .translated(let translation): return translation.text
            // The next try would come too late.
            case .waiting(let wait, let error?) where wait > .seconds(3): throw error
            case .queued, .waiting, .partial: break
            }
        }
        throw CancellationError()
    }
}
