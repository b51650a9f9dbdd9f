import ParlandoCore

/// Languages of the translator in the language of the interface.
enum LanguageWording {
    /// What the language is called here; its own name where that is not known.
    static func name(of code: String) -> String {
        names[code].map { $0() } ?? SpeechLanguage.named(code)?.nativeName ?? code
    }

    /// What the language calls itself.
    static func nativeName(of code: String) -> String {
        SpeechLanguage.named(code)?.nativeName ?? code
    }

    // Functions: the language of the interface is chosen after this table is made.
    private static let names: [String: @Sendable () -> String] = [
        "en": { tr("English") }, "es": { tr("Spanish") }, "fr": { tr("French") }, "de": { tr("German") },
        "ja": { tr("Japanese") }, "zh": { tr("Chinese") }, "ko": { tr("Korean") }, "it": { tr("Italian") },
        "pt": { tr("Portuguese") }, "ru": { tr("Russian") }, "ar": { tr("Arabic") }, "hi": { tr("Hindi") },
        "nl": { tr("Dutch") }, "sv": { tr("Swedish") }, "pl": { tr("Polish") },
    ]
}
