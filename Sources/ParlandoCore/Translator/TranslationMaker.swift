/// The origin of a translation: the service with its model or server. A translation by one maker is never presented as
/// that of another.
public struct TranslationMaker: Sendable, Equatable {
    /// The service that made the translation.
    public let service: TranslationServiceKind
    /// The chosen model, empty for the best one; for a server that the user has set its URL.
    public let model: String

    /// The maker according to the preferences.
    public init(_ preferences: TranslatorPreferences) {
        self.init(preferences.service, preferences)
    }

    /// - Parameter service: the service that translated in the end, for example this computer if the chosen service was
    ///   out of reach.
    public init(_ service: TranslationServiceKind, _ preferences: TranslatorPreferences) {
        self.service = service
        let descriptor = service.descriptor
        model = descriptor.hasModels ? preferences.model : descriptor.hasAddress ? preferences.address : ""
    }
}
