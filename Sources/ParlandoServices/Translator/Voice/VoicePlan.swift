public import ParlandoCore

/// The choice of the voice that speaks a text: the user's choice, or a fallback that replaced it. The same plan is used
/// for the whole text, so that a fallback voice also speaks the rest of it.
public struct VoicePlan: Sendable, Equatable {
    /// The service that synthesizes the speech.
    public private(set) var kind: VoiceServiceKind
    /// Identifier of the voice; nil for the best voice of the language.
    public private(set) var voice: Voice.ID?
    /// ISO 639-1 code of the spoken language.
    public let language: String
    /// All settings of the translator.
    public let preferences: TranslatorPreferences
    /// The exchange whose translation is spoken; nil if the text belongs to no exchange.
    public let exchange: Exchange.ID?
    /// Whether texts are simplified before they are spoken.
    public private(set) var isSimplified = false

    /// Creates a plan with the voice that the user chose.
    public init(language: String, _ preferences: TranslatorPreferences, of exchange: Exchange.ID? = nil) {
        self.exchange = exchange
        self.language = language
        self.preferences = preferences
        kind = preferences.voiceService
        voice = preferences.voices["\(kind.rawValue):\(language)"]
    }

    /// Returns the synthesis request for a text.
    func request(_ text: String) -> SynthesisRequest {
        let spoken = isSimplified ? SimplerText.make(of: text) ?? text : text
        return SynthesisRequest(
            spoken, language: language, voice: voice, gender: VoiceGender(rawValue: preferences.gender),
            manner: preferences.manner)
    }

    mutating func speak(with voice: Voice.ID?, of kind: VoiceServiceKind) {
        self.kind = kind
        self.voice = voice
    }

    mutating func simplify() {
        isSimplified = true
    }
}
