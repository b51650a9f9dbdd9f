public import ParlandoCore

/// Which voice speaks, from the user's choice down to what is left when others cannot. One for each utterance, so that
/// a voice that had to step in stays to the end.
public struct VoicePlan: Sendable, Equatable {
    /// Who speaks.
    public private(set) var kind: VoiceServiceKind
    /// Nil: the best one for the language.
    public private(set) var voice: Voice.ID?
    /// ISO 639-1 code of what is spoken.
    public let language: String
    /// Everything that was chosen.
    public let preferences: TranslatorPreferences
    /// What is spoken, nil: nothing that is kept.
    public let exchange: Exchange.ID?
    /// Whether texts are made simpler before they are spoken.
    public private(set) var isSimplified = false

    /// What the user chose.
    public init(language: String, _ preferences: TranslatorPreferences, of exchange: Exchange.ID? = nil) {
        self.exchange = exchange
        self.language = language
        self.preferences = preferences
        kind = preferences.voiceService
        voice = preferences.voices["\(kind.rawValue):\(language)"]
    }

    /// How a text is asked for.
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
