/// A translation service. The raw values are stored in preferences and results and must not change.
public enum TranslationServiceKind: String, PreferenceValue, CaseIterable {
    case gemini
    case libreTranslate = "libretranslate"
    /// This computer: texts by Apertium, and speech into English by Whisper.
    case offline

    /// Properties of the service.
    public var descriptor: ServiceDescriptor {
        switch self {
        case .gemini: .gemini
        case .libreTranslate: ServiceDescriptor(.server, owner: rawValue, key: .optional)
        case .offline: ServiceDescriptor(.nobody, speechTarget: "en", hasPairs: true, isRough: true)
        }
    }
}

extension ServiceDescriptor {
    /// Gemini, which translates and speaks with one key.
    static let gemini = ServiceDescriptor(
        .google(home: "https://generativelanguage.googleapis.com"), owner: "gemini", key: .required, hasModels: true,
        heedsRateAndPitch: false)
}
