/// Port: the speech services that were chosen, ready to be asked.
public protocol SynthesizerMaking: Sendable {
    /// A service. Its key is looked up when it is asked, never before.
    func synthesizer(_ kind: VoiceServiceKind, _ preferences: TranslatorPreferences) -> any SpeechSynthesizer
}
