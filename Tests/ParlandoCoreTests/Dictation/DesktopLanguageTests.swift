import ParlandoCore
import Testing

/// The language that the user probably speaks, as gettext would find it.
struct DesktopLanguageTests {
    @Test(
        arguments: [
            ("", [:], "en"), ("", ["LANG": "C"], "en"), ("", ["LANG": "C.UTF-8"], "en"), ("", ["LANG": "POSIX"], "en"),
            ("", ["LANG": "ru_RU.UTF-8"], "ru"), ("", ["LANG": "pt_BR"], "pt"), ("", ["LANG": "sr@latin"], "sr"),
            ("", ["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"], "fr"),
            ("", ["LC_ALL": "", "LANG": "de_DE.UTF-8"], "de"),
            ("", ["LC_ALL": "C.UTF-8", "LANGUAGE": "ru:en"], "ru"), ("", ["LC_ALL": "C", "LANGUAGE": "ru"], "en"),
            ("ru", ["LANG": "de_DE.UTF-8"], "ru"), ("", ["LANGUAGE": "", "LANG": "es_ES"], "es"),
        ] as [(String, [String: String], String)])
    func theLanguageOfTheDesktopIsFound(chosen: String, environment: [String: String], code: String) {
        #expect(SpeechLanguage.desktop(chosen: chosen, environment: environment) == code)
    }
}
