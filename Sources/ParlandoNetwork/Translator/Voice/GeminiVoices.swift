import ParlandoCore

/// A voice of Gemini's speech models.
struct GeminiVoice: Sendable, Equatable {
    let name: String
    let gender: VoiceGender?
    /// ISO 639-1 codes of the languages that the voice speaks; empty if it speaks all of the translator's languages.
    var languages: Set<String> = []

    /// Built-in list of voices, used if the service lists none. Each speaks every language
    /// (ai.google.dev/gemini-api/docs/speech-generation; genders from
    /// docs.cloud.google.com/text-to-speech/docs/gemini-tts).
    static let known =
        [
            "Kore", "Zephyr", "Leda", "Aoede", "Callirrhoe", "Autonoe", "Despina", "Erinome", "Laomedeia", "Achernar",
            "Gacrux", "Pulcherrima", "Vindemiatrix", "Sulafat",
        ].map { GeminiVoice(name: $0, gender: .female) }
        + [
            "Charon", "Puck", "Fenrir", "Orus", "Enceladus", "Iapetus", "Umbriel", "Algieba", "Algenib", "Rasalgethi",
            "Alnilam", "Schedar", "Achird", "Zubenelgenubi", "Sadachbia", "Sadaltager",
        ].map { GeminiVoice(name: $0, gender: .male) }

    /// Returns the voices that speak a language, or none if it is not a language of the translator.
    static func voices(_ all: [GeminiVoice], for language: String) -> [Voice] {
        guard SpeechLanguage.translated.contains(where: { $0.code == language }) else {
            return []
        }
        return all.filter { $0.languages.isEmpty || $0.languages.contains(language) }
            .map { Voice(id: $0.name, language: language, name: $0.name, gender: $0.gender) }
    }

    /// Returns the voice that a request names, or nil if it is not available. If the request names none, returns a
    /// voice for its language, preferably of the requested gender.
    static func choose(_ request: SynthesisRequest, from all: [GeminiVoice]) -> Voice.ID? {
        let voices = voices(all, for: request.language)
        guard let wished = request.voice else {
            return (voices.first { $0.gender == request.gender } ?? voices.first)?.id
        }
        return voices.first { $0.id == wished }?.id
    }
}

/// Page of the response to a request for the voices. The field names are assumed to be those of Google's other
/// services, so every field of an entry is optional.
struct GeminiVoicePage: Decodable {
    struct Entry: Decodable {
        let name: String?
        let voiceName: String?
        let gender: String?
        let ssmlGender: String?
        let languageCodes: [String]?
        let languageCode: String?
    }

    let voices: [Entry]
    let nextPageToken: String?

    /// The voices with a valid name.
    var usable: [GeminiVoice] {
        voices.compactMap { entry in
            let name = (entry.name ?? entry.voiceName)?.split(separator: "/").last.map { String($0) } ?? ""
            guard name.isModelName else {
                return nil
            }
            let codes = entry.languageCodes ?? entry.languageCode.map { [$0] } ?? []
            let gender = VoiceGender(rawValue: (entry.gender ?? entry.ssmlGender ?? "").lowercased())
            return GeminiVoice(
                name: name, gender: gender ?? GeminiVoice.known.first { $0.name == name }?.gender,
                languages: Set(codes.compactMap { SpeechLanguage.translated(tag: $0)?.code }))
        }
    }
}
