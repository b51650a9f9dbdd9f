import ParlandoCore

/// Names of the translator's languages.
public enum LanguageWording {
    /// Returns the name of a language in the language of the interface, or the native name if there is no translation.
    public static func name(of code: String) -> String {
        names[code].map { $0() } ?? SpeechLanguage.named(code)?.nativeName ?? code
    }

    /// Returns the name of a language in the language itself, or the code if the language is not known.
    static func nativeName(of code: String) -> String {
        SpeechLanguage.named(code)?.nativeName ?? code
    }

    // The values are functions because the language of the interface is set after this table is created.
    private static let names: [String: @Sendable () -> String] = [
        "en": { tr("English") }, "es": { tr("Spanish") }, "fr": { tr("French") }, "de": { tr("German") },
        "ja": { tr("Japanese") }, "zh": { tr("Chinese") }, "ko": { tr("Korean") }, "it": { tr("Italian") },
        "pt": { tr("Portuguese") }, "ru": { tr("Russian") }, "ar": { tr("Arabic") }, "hi": { tr("Hindi") },
        "nl": { tr("Dutch") }, "sv": { tr("Swedish") }, "pl": { tr("Polish") },
    ]
}
