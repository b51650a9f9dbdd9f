/// Port: the translation services that were chosen, ready to be asked.
public protocol TranslatorMaking: Sendable {
    /// A service; for `offline` nobody is asked and every request fails. Its key is looked up when it is asked, never
    /// before.
    func translator(_ preferences: TranslatorPreferences) -> any Translator
    /// The models that the service offers, best first; empty where it has none to choose from.
    func models(_ preferences: TranslatorPreferences) async throws(TranslationError) -> [String]
}
