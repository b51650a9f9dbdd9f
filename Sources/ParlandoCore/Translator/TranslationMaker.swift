/// Who made a translation: the service, and which of its models, or which server. What one has made is never shown as
/// the work of another.
public struct TranslationMaker: Sendable, Equatable {
    /// The service.
    public let service: TranslationServiceKind
    /// The model that was chosen, empty: the best one; of a LibreTranslate server its address.
    public let model: String

    /// Who translates as it is chosen.
    public init(_ preferences: TranslatorPreferences) {
        self.init(preferences.service, preferences)
    }

    /// - Parameter service: who translated in the end, such as this computer in place of a service out of reach.
    public init(_ service: TranslationServiceKind, _ preferences: TranslatorPreferences) {
        self.service = service
        switch service {
        case .gemini: model = preferences.model
        case .libreTranslate: model = preferences.address
        case .offline: model = ""
        }
    }
}
