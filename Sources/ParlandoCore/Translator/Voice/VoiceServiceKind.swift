/// A speech service. The raw values are stored in preferences and must not change.
public enum VoiceServiceKind: String, PreferenceValue, CaseIterable {
    /// espeak-ng, on this computer.
    case local
    /// Gemini's speech models.
    case gemini
    /// Google Cloud Text-to-Speech.
    case google

    /// Properties of the service.
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
