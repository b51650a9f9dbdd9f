/// A language that Whisper's multilingual models know, and its own name for itself.
public struct SpeechLanguage: Sendable, Equatable, Identifiable {
    /// ISO 639-1 code.
    public let code: String
    /// What its speakers call it.
    public let nativeName: String

    /// The code.
    public var id: String { code }

    /// The language of a code; nil for a code that is not listed.
    public static func named(_ code: String) -> SpeechLanguage? {
        all.first { $0.code == code }
    }

    /// The languages Whisper was trained on with the most sound (Radford et al. 2022, appendix E), those of the
    /// translator first.
    public static let all: [SpeechLanguage] = [
        ("en", "English"), ("es", "Español"), ("fr", "Français"), ("de", "Deutsch"), ("ja", "日本語"), ("zh", "中文"),
        ("ko", "한국어"), ("it", "Italiano"), ("pt", "Português"), ("ru", "Русский"), ("ar", "العربية"),
        ("hi", "हिन्दी"), ("nl", "Nederlands"), ("sv", "Svenska"), ("pl", "Polski"), ("bg", "Български"),
        ("ca", "Català"), ("cs", "Čeština"), ("da", "Dansk"), ("el", "Ελληνικά"), ("fa", "فارسی"), ("fi", "Suomi"),
        ("he", "עברית"), ("hr", "Hrvatski"), ("hu", "Magyar"), ("id", "Bahasa Indonesia"), ("ms", "Bahasa Melayu"),
        ("no", "Norsk"), ("ro", "Română"), ("sk", "Slovenčina"), ("ta", "தமிழ்"), ("th", "ไทย"), ("tr", "Türkçe"),
        ("uk", "Українська"), ("ur", "اردو"), ("vi", "Tiếng Việt"),
    ].map { SpeechLanguage(code: $0.0, nativeName: $0.1) }
}
