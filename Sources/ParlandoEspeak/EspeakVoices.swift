import ParlandoCore

/// The voices of espeak-ng for the languages of the translator.
enum EspeakVoices {
    /// Returns espeak-ng's voice names for a language, best first, each with the name of its accent. Empty if the
    /// translator does not have this language.
    static func accents(_ language: String) -> [(name: String, title: String)] {
        switch language {
        case "en": [("en-us", "US"), ("en-gb", "GB")]
        case "es": [("es", "ES"), ("es-419", "419")]
        case "fr": [("fr-fr", "FR"), ("fr-ch", "CH")]
        case "pt": [("pt", "PT"), ("pt-br", "BR")]
        case "zh": [("cmn", "")]
        case "de", "ja", "ko", "it", "ru", "ar", "hi", "nl", "sv", "pl": [(language, "")]
        default: []
        }
    }

    /// Suffixes of a voice name that select a variant (espeak-ng's folder `voices/!v`). Without a suffix, every voice
    /// is male.
    private static let variants: [(ending: String, title: String, gender: VoiceGender)] = [
        ("", "1", .male), ("+f3", "2", .female), ("+m3", "3", .male), ("+f2", "4", .female),
    ]

    /// Returns the voices for a language, best first, whether or not they are installed.
    static func all(for language: String) -> [Voice] {
        accents(language).flatMap { accent in
            variants.map { variant in
                let title = ["eSpeak NG", accent.title, variant.title].filter { !$0.isEmpty }.joined(separator: " ")
                return Voice(
                    id: accent.name + variant.ending, language: language, name: title, gender: variant.gender)
            }
        }
    }

    /// Returns whether espeak-ng can read this text. In Japanese it cannot pronounce Han characters, and would read
    /// each of them out as "Chinese letter".
    static func canRead(_ text: String, _ language: String) -> Bool {
        language != "ja" || !text.unicodeScalars.contains { $0.properties.isIdeographic }
    }
}
