/// A language of Whisper's multilingual models.
public struct SpeechLanguage: Sendable, Equatable, Identifiable {
    /// ISO 639-1 code.
    public let code: String
    public let nativeName: String

    public var id: String { code }

    /// Returns nil if the code is not listed.
    public static func named(_ code: String) -> SpeechLanguage? {
        all.first { $0.code == code }
    }

    /// The 99 languages of whisper.cpp (`g_lang`), those of the translator first; without Cantonese, which only the
    /// largest models know.
    public static let all: [SpeechLanguage] = [
        ("en", "English"), ("es", "Español"), ("fr", "Français"), ("de", "Deutsch"), ("ja", "日本語"),
        ("zh", "中文"), ("ko", "한국어"), ("it", "Italiano"), ("pt", "Português"), ("ru", "Русский"),
        ("ar", "العربية"), ("hi", "हिन्दी"), ("nl", "Nederlands"), ("sv", "Svenska"),
        ("pl", "Polski"), ("af", "Afrikaans"), ("am", "አማርኛ"), ("as", "অসমীয়া"),
        ("az", "Azərbaycanca"), ("ba", "Башҡортса"), ("be", "Беларуская"), ("bg", "Български"),
        ("bn", "বাংলা"), ("bo", "བོད་སྐད་"), ("br", "Brezhoneg"), ("bs", "Bosanski"),
        ("ca", "Català"), ("cs", "Čeština"), ("cy", "Cymraeg"), ("da", "Dansk"), ("el", "Ελληνικά"),
        ("et", "Eesti"), ("eu", "Euskara"), ("fa", "فارسی"), ("fi", "Suomi"), ("fo", "Føroyskt"),
        ("gl", "Galego"), ("gu", "ગુજરાતી"), ("ha", "Hausa"), ("haw", "ʻŌlelo Hawaiʻi"),
        ("he", "עברית"), ("hr", "Hrvatski"), ("ht", "Kreyòl ayisyen"), ("hu", "Magyar"),
        ("hy", "Հայերեն"), ("id", "Bahasa Indonesia"), ("is", "Íslenska"), ("jw", "Basa Jawa"),
        ("ka", "ქართული"), ("kk", "Қазақша"), ("km", "ខ្មែរ"), ("kn", "ಕನ್ನಡ"), ("la", "Latina"),
        ("lb", "Lëtzebuergesch"), ("ln", "Lingála"), ("lo", "ລາວ"), ("lt", "Lietuvių"),
        ("lv", "Latviešu"), ("mg", "Malagasy"), ("mi", "Māori"), ("mk", "Македонски"),
        ("ml", "മലയാളം"), ("mn", "Монгол"), ("mr", "मराठी"), ("ms", "Bahasa Melayu"),
        ("mt", "Malti"), ("my", "မြန်မာ"), ("ne", "नेपाली"), ("nn", "Nynorsk"), ("no", "Norsk"),
        ("oc", "Occitan"), ("pa", "ਪੰਜਾਬੀ"), ("ps", "پښتو"), ("ro", "Română"), ("sa", "संस्कृतम्"),
        ("sd", "سنڌي"), ("si", "සිංහල"), ("sk", "Slovenčina"), ("sl", "Slovenščina"),
        ("sn", "ChiShona"), ("so", "Soomaali"), ("sq", "Shqip"), ("sr", "Српски"),
        ("su", "Basa Sunda"), ("sw", "Kiswahili"), ("ta", "தமிழ்"), ("te", "తెలుగు"),
        ("tg", "Тоҷикӣ"), ("th", "ไทย"), ("tk", "Türkmençe"), ("tl", "Tagalog"), ("tr", "Türkçe"),
        ("tt", "Татарча"), ("uk", "Українська"), ("ur", "اردو"), ("uz", "Oʻzbekcha"),
        ("vi", "Tiếng Việt"), ("yi", "ייִדיש"), ("yo", "Yorùbá"),
    ].map { SpeechLanguage(code: $0.0, nativeName: $0.1) }
}

extension SpeechLanguage {
    /// Returns the ISO 639-1 code of the interface language or, if none is chosen, of the desktop's; otherwise English.
    ///
    /// - Parameters:
    ///   - chosen: locale name; empty if none was chosen.
    ///   - environment: environment variables at the start of the program, as gettext reads them.
    public static func desktop(chosen: String, environment: [String: String]) -> String {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        // gettext ignores LANGUAGE in the locale "C".
        let list = ["", "C", "POSIX"].contains(locale) ? "" : environment["LANGUAGE"] ?? ""
        let names = [chosen] + list.split(separator: ":").map { String($0) } + [locale]
        return names.lazy.map(code).first { !$0.isEmpty } ?? "en"
    }

    /// Returns "pt" for `pt_BR.UTF-8`; empty if there is no language.
    private static func code(_ locale: String) -> String {
        let name = locale.prefix { !"_.@-".contains($0) }.lowercased()
        return ["c", "posix"].contains(name) ? "" : name
    }
}
