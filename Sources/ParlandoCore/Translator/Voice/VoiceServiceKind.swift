/// A service that synthesizes speech. The raw values are stored in preferences and must not change.
public enum VoiceServiceKind: String, PreferenceValue, CaseIterable {
    /// Voices on this computer: espeak-ng and natural voices (neural networks).
    case local
    /// Speech models of the Gemini API.
    case gemini
    /// Google Cloud Text-to-Speech.
    case google

    /// Properties of the speech service.
    public var descriptor: ServiceDescriptor {
        switch self {
        case .local: ServiceDescriptor(.nobody, phoneticOnly: ["ja"])
        case .gemini: .gemini
        case .google:
            ServiceDescriptor(
                .google(home: "https://texttospeech.googleapis.com"), owner: "google", key: .required)
        }
    }
}
