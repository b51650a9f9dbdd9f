public import ParlandoCore

/// Makes the translators: those of this computer are given, and all others are made by somebody else. A translator of
/// this computer keeps its engine loaded, so there is one for the whole program.
public struct LocalTranslators: TranslatorMaking {
    private let local: [TranslationServiceKind: any Translator]
    private let others: any TranslatorMaking

    /// - Parameters:
    ///   - local: the translators of this computer.
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
