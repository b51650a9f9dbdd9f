import ParlandoCore
import ParlandoServices

extension DictationOptions {
    /// Creates the options of a session from the user's preferences.
    init(_ preferences: Preferences, model: SpeechModel?, engine: RecognitionEngine) {
        let knowsLanguages = engine.server != nil || model?.isMultilingual ?? false
        let language = knowsLanguages ? preferences.language : "en"
        self.init(
            microphone: preferences.microphoneID,
            recognition: RecognitionOptions(language: language.isEmpty ? nil : language),
            silenceStop: preferences.silenceStop > 0 ? preferences.silenceStop : nil)
        recognition.engine = engine
        recognition.waitsForModel = true
    }
}

extension Preferences {
    /// ALSA name of the chosen microphone, or nil for the system's default.
    var microphoneID: AudioDevice.ID? {
        microphone.isEmpty ? nil : microphone
    }
}
