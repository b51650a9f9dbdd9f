import ParlandoCore

/// Voices of Gemini's speech models, each of which speaks every language
/// (ai.google.dev/gemini-api/docs/speech-generation; genders from
/// docs.cloud.google.com/text-to-speech/docs/gemini-tts).
enum GeminiVoices {
    private static let women = [
        "Kore", "Zephyr", "Leda", "Aoede", "Callirrhoe", "Autonoe", "Despina", "Erinome", "Laomedeia", "Achernar",
        "Gacrux", "Pulcherrima", "Vindemiatrix", "Sulafat",
    ]
    private static let men = [
        "Charon", "Puck", "Fenrir", "Orus", "Enceladus", "Iapetus", "Umbriel", "Algieba", "Algenib", "Rasalgethi",
        "Alnilam", "Schedar", "Achird", "Zubenelgenubi", "Sadachbia", "Sadaltager",
    ]

    static func all(for language: String) -> [Voice] {
        guard SpeechLanguage.translated.contains(where: { $0.code == language }) else {
            return []
        }
        return women.map { Voice(id: $0, language: language, name: $0, gender: .female) }
            + men.map { Voice(id: $0, language: language, name: $0, gender: .male) }
    }

    /// Returns the voice for a request, or nil if there is none.
    static func choose(_ request: SynthesisRequest) -> Voice.ID? {
        let voices = all(for: request.language)
        guard let wished = request.voice else {
            return (voices.first { $0.gender == request.gender } ?? voices.first)?.id
        }
        return voices.first { $0.id == wished }?.id
    }
}
