/// A translation service. The raw values are stored in preferences and exported files and must not change.
public enum TranslationServiceKind: String, PreferenceValue, CaseIterable {
    case gemini
    case libreTranslate = "libretranslate"
    /// Translation on this computer: texts by Apertium, and speech into English by Whisper.
    case offline

    /// Properties of the translation service.
    public var descriptor: ServiceDescriptor {
        switch self {
        case .gemini: .gemini
        case .libreTranslate: ServiceDescriptor(.server, owner: rawValue, key: .optional)
        case .offline: ServiceDescriptor(.nobody, speechTarget: "en", hasPairs: true, isRough: true)
        }
    }
}

extension ServiceDescriptor {
    /// Descriptor of the Gemini API, which translates and speaks with a single API key.
    static let gemini = ServiceDescriptor(
        .google(home: "https://generativelanguage.googleapis.com"), owner: "gemini", key: .required, hasModels: true,
        heedsRateAndPitch: false)
}
