/// The maker of a translation: the service with its model or server. A translation by one maker is never presented as
/// another maker's translation.
public struct TranslationMaker: Sendable, Equatable {
    /// The service that made the translation.
    public let service: TranslationServiceKind
    /// Name of the chosen model, empty for the best model. For a service on a server that the user has set, the
    /// server's URL. Empty for any other service.
    public let model: String

    /// The maker according to the preferences.
    public init(_ preferences: TranslatorPreferences) {
        self.init(preferences.service, preferences)
    }

    /// - Parameter service: the service that translated in the end, for example the offline service if the chosen
    ///   service could not be reached.
    public init(_ service: TranslationServiceKind, _ preferences: TranslatorPreferences) {
        self.service = service
        let descriptor = service.descriptor
        model = descriptor.hasModels ? preferences.model : descriptor.hasAddress ? preferences.address : ""
    }
}
