extension SpeechLanguage {
    /// The languages of the translator, in the order they are offered.
    public static let translated: [SpeechLanguage] = [
        "en", "es", "fr", "de", "ja", "zh", "ko", "it", "pt", "ru", "ar", "hi", "nl", "sv", "pl",
    ].compactMap { named($0) }

    /// Whether its text runs from right to left.
    public var isRightToLeft: Bool {
        // Arabic, Persian, Hebrew, Pashto, Sindhi, Urdu, Yiddish: the scripts of Unicode's bidirectional classes R, AL.
        ["ar", "fa", "he", "ps", "sd", "ur", "yi"].contains(code)
    }

    /// The translator's language that a tag of BCP 47 names, such as `pt-BR` or `zh_Hans`; nil: none of them.
    public static func translated(tag: String) -> SpeechLanguage? {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return translated.first { $0.code == primary }
    }
}
