/// The service that made a translation, together with its model or server. A stored translation is used only for
/// requests to the same maker.
public struct TranslationMaker: Sendable, Equatable {
    /// The service that made the translation.
    public let service: TranslationServiceKind
    /// Name of the model that the user has chosen for the service, empty for the best model. For a service on a server
    /// that the user has set, the server's URL. Empty for any other service.
    public let model: String

    /// Creates the maker that the preferences select.
    public init(_ preferences: TranslatorPreferences) {
        self.init(preferences.service, preferences)
    }

    /// - Parameter service: the service that made the translation, for example the offline service if the one in the
    ///   preferences could not be reached.
    public init(_ service: TranslationServiceKind, _ preferences: TranslatorPreferences) {
        self.service = service
        let descriptor = service.descriptor
        model = descriptor.hasModels ? preferences.model : descriptor.hasAddress ? preferences.address : ""
    }
}
