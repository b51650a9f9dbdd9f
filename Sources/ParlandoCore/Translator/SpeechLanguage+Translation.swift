extension SpeechLanguage {
    /// Languages of the translator, in the order of display.
    public static let translated: [SpeechLanguage] = [
        "en", "es", "fr", "de", "ja", "zh", "ko", "it", "pt", "ru", "ar", "hi", "nl", "sv", "pl",
    ].compactMap { named($0) }

    /// Whether the language is written from right to left.
    public var isRightToLeft: Bool {
        // Arabic, Persian, Hebrew, Pashto, Sindhi, Urdu and Yiddish. Their scripts have Unicode's bidirectional classes
        // R and AL.
        ["ar", "fa", "he", "ps", "sd", "ur", "yi"].contains(code)
    }

    /// Returns the translator's language for a BCP 47 tag such as `pt-BR` or `zh_Hans`; nil if there is none.
    public static func translated(tag: String) -> SpeechLanguage? {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return translated.first { $0.code == primary }
    }
}
