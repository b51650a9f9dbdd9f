import ParlandoCore

/// The voices of espeak-ng for the languages of the translator.
enum EspeakVoices {
    /// espeak-ng's names for a language, best first, with the names of its accents; empty: it is none of the
    /// translator's.
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

    /// Endings of a name that change how it sounds (espeak-ng's folder `voices/!v`). Every voice is a man's without one.
    private static let variants: [(ending: String, title: String, gender: VoiceGender)] = [
        ("", "1", .male), ("+f3", "2", .female), ("+m3", "3", .male), ("+f2", "4", .female),
    ]

    /// The voices for a language, best first, whether they are installed or not.
    static func all(for language: String) -> [Voice] {
        accents(language).flatMap { accent in
            variants.map { variant in
                let title = ["eSpeak NG", accent.title, variant.title].filter { !$0.isEmpty }.joined(separator: " ")
                return Voice(
                    id: accent.name + variant.ending, language: language, name: title, gender: variant.gender)
            }
        }
    }

    /// Whether espeak-ng reads this text: it knows the sounds of no Han characters in Japanese and would read each one
    /// out as "Chinese letter".
    static func canRead(_ text: String, _ language: String) -> Bool {
        language != "ja" || !text.unicodeScalars.contains { $0.properties.isIdeographic }
    }
}
