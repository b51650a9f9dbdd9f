import ParlandoCore
import ParlandoServices

extension DictationOptions {
    /// How a session is run with what the user has chosen.
    init(_ preferences: Preferences, model: SpeechModel?, engine: RecognitionEngine) {
        let knowsLanguages = engine.server != nil || model?.isMultilingual ?? false
        let language = knowsLanguages ? preferences.language : "en"
        self.init(
            microphone: preferences.microphoneID,
            recognition: RecognitionOptions(language: language.isEmpty ? nil : language),
            silenceStop: preferences.silenceStop > 0 ? preferences.silenceStop : nil)
        recognition.engine = engine
    }
}

extension Preferences {
    /// The chosen microphone, nil: the system's default.
    var microphoneID: AudioDevice.ID? {
        microphone.isEmpty ? nil : microphone
    }
}
