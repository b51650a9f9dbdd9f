import ParlandoCore

/// Response to a request for the list of voices.
struct GoogleVoiceList: Decodable {
    struct Entry: Decodable {
        let languageCodes: [String]?
        let name: String
        let ssmlGender: String?
    }

    let voices: [Entry]?

    /// Returns the voices for a language, best first.
    func voices(for language: String) -> [Voice] {
        let fitting = (voices ?? []).filter { entry in
            (entry.languageCodes ?? []).contains { GoogleVoices.language(of: $0) == language }
        }
        return fitting.sorted {
            (GoogleVoices.rank($0.name, language), $0.name) < (GoogleVoices.rank($1.name, language), $1.name)
        }
        .map { entry in
            Voice(
                id: entry.name, language: language, name: entry.name,
                gender: entry.ssmlGender.flatMap { VoiceGender(rawValue: $0.lowercased()) })
        }
    }
}

/// Structure of Google's voice names: `<locale>-<kind>-<letter>`, such as `en-US-Neural2-J`.
enum GoogleVoices {
    /// Kinds of voices, best first.
    private static let kinds = ["Neural2", "Wavenet", "Studio"]

    /// Default locale of each language.
    private static let locales = [
        "en": "en-US", "es": "es-ES", "fr": "fr-FR", "de": "de-DE", "ja": "ja-JP", "zh": "cmn-CN", "ko": "ko-KR",
        "it": "it-IT", "pt": "pt-BR", "ru": "ru-RU", "ar": "ar-XA", "hi": "hi-IN", "nl": "nl-NL", "sv": "sv-SE",
        "pl": "pl-PL",
    ]

    static func locale(for language: String) -> String {
        locales[language] ?? language
    }

    /// Returns the locale in a voice name, or nil if the name has another form.
    static func locale(of voice: String) -> String? {
        let parts = voice.split(separator: "-")
        return parts.count >= 3 ? parts.prefix(2).joined(separator: "-") : nil
    }

    /// Returns the ISO 639-1 code of a locale's language.
    static func language(of locale: String) -> String {
        let code = locale.prefix { $0 != "-" }.lowercased()
        return code == "cmn" ? "zh" : code
    }

    /// Returns the rank of a voice, lower is better: first by kind, then by whether it has the default locale.
    static func rank(_ voice: String, _ language: String) -> Int {
        let kind = kinds.firstIndex { voice.localizedContains($0) } ?? kinds.count
        return 2 * kind + (voice.hasPrefix(locale(for: language)) ? 0 : 1)
    }

    /// Returns the default voice if the service's list is not available, or nil to let the service choose. In most
    /// locales the Neural2 and WaveNet voices with the letter A are female and those with B male.
    static func usual(_ language: String, _ gender: VoiceGender?) -> Voice.ID? {
        guard let locale = locales[language] else {
            return nil
        }
        let hasNeural = ["de", "en", "es", "fr", "hi", "it", "ja", "ko", "pt"].contains(language)
        let letter = gender == .male ? (hasNeural && language == "en" ? "D" : "B") : (language == "en" ? "C" : "A")
        return "\(locale)-\(hasNeural ? "Neural2" : "Wavenet")-\(letter)"
    }
}

extension String {
    fileprivate func localizedContains(_ word: String) -> Bool {
        lowercased().contains(word.lowercased())
    }
}
