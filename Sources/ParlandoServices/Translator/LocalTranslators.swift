public import ParlandoCore

/// Provides the translator for a service. Translators on this computer are passed to `init`, because they keep their
/// engine loaded and exist only once. All others are made by another `TranslatorMaking`.
public struct LocalTranslators: TranslatorMaking {
    private let local: [TranslationServiceKind: any Translator]
    private let others: any TranslatorMaking

    /// - Parameters:
    ///   - local: the translators that run on this computer.
    ///   - others: makes the translators of all other services.
    public init(_ local: [TranslationServiceKind: any Translator], others: any TranslatorMaking) {
        self.local = local
        self.others = others
    }

    public func translator(_ preferences: TranslatorPreferences) -> any Translator {
        local[preferences.service] ?? others.translator(preferences)
    }

    public func models(_ preferences: TranslatorPreferences) async throws(TranslationError) -> [String] {
        guard let translator = local[preferences.service] else {
            return try await others.models(preferences)
        }
        do {
            return try await translator.models()
        } catch {
            throw error as? TranslationError ?? TranslationError(.interrupted, detail: "cancelled")
        }
    }
}
