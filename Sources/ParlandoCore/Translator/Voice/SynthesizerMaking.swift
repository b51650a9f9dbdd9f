/// Port: makes the chosen speech service.
public protocol SynthesizerMaking: Sendable {
    /// Makes a synthesizer. Its key is read from the keyring only when a request is made.
    func synthesizer(_ kind: VoiceServiceKind, _ preferences: TranslatorPreferences) -> any SpeechSynthesizer
}
