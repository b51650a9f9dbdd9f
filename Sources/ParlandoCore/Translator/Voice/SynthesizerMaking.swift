/// Port: creates the synthesizer for the speech service that the user has chosen.
public protocol SynthesizerMaking: Sendable {
    /// Creates a synthesizer. The service's API key is read from the keyring only when a request is made.
    func synthesizer(_ kind: VoiceServiceKind, _ preferences: TranslatorPreferences) -> any SpeechSynthesizer
}
