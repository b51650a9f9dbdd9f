extension SpeechLanguage {
    /// Languages that the translator supports, in the order of display.
    public static let translated: [SpeechLanguage] = [
        "en", "es", "fr", "de", "ja", "zh", "ko", "it", "pt", "ru", "ar", "hi", "nl", "sv", "pl",
    ].compactMap { named($0) }

    /// Whether the language is written from right to left.
    public var isRightToLeft: Bool {
        // Arabic, Persian, Hebrew, Pashto, Sindhi, Urdu and Yiddish. Their scripts have Unicode's bidirectional classes
        // R and AL.
        ["ar", "fa", "he", "ps", "sd", "ur", "yi"].contains(code)
    }

    /// Returns the language of the translator for a BCP 47 tag such as `pt-BR` or `zh_Hans`; nil if the translator does
    /// not support the language.
    public static func translated(tag: String) -> SpeechLanguage? {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return translated.first { $0.code == primary }
    }
}
