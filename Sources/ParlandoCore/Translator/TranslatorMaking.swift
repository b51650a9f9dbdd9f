/// Port: makes the chosen translation service.
public protocol TranslatorMaking: Sendable {
    /// Makes a translator. For `offline` there is no service, and every request fails. The key is read from the keyring
    /// only when a request is made.
    func translator(_ preferences: TranslatorPreferences) -> any Translator
    /// Returns the models that the service offers, best first; empty if it has none to choose from.
    func models(_ preferences: TranslatorPreferences) async throws(TranslationError) -> [String]
}
