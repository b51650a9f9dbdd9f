extension SpeechLanguage {
    /// Returns the ISO 639-1 code of the language that the user reads and probably speaks: the chosen interface
    /// language; if no language was chosen, the desktop's language; if the desktop's locale names no language, English.
    ///
    /// - Parameters:
    ///   - chosen: locale name of the chosen interface language; empty if no language was chosen.
    ///   - environment: environment variables at the start of the program, as gettext reads them.
    public static func desktop(chosen: String, environment: [String: String]) -> String {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // gettext ignores LANGUAGE in the locale "C".
        let list = ["", "C", "POSIX"].contains(locale) ? "" : environment["LANGUAGE"] ?? ""
        let names = [chosen] + list.split(separator: ":").map { String($0) } + [locale]
        return names.lazy.map(code).first { !$0.isEmpty } ?? "en"
    }

    /// Returns the language code in a locale name such as `pt_BR.UTF-8`; empty if the locale name contains no language.
    private static func code(_ locale: String) -> String {
        let name = locale.prefix { !"_.@-".contains($0) }.lowercased()
        return ["c", "posix"].contains(name) ? "" : name
    }
}
