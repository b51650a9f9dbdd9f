import ParlandoCore
import Testing

struct DictationChoiceTests {
    @Test(arguments: ["de-base", "de-", "-tiny.en", "auto-large-v3-turbo-q5_0"])
    func aChoiceIsReadAsItIsStoredAndNamesAShortcut(text: String) throws {
        let choice = try #require(DictationChoice(text: text))
        #expect(choice.text == text)
        let shortcut = GlobalShortcut.choice(choice)
        #expect(shortcut.id == "start-" + text)
        #expect(GlobalShortcut(id: shortcut.id) == shortcut)
    }

    @Test(arguments: ["", "-", "de", "xx-base", "-a b", "-a'b", "-\u{202E}", "de-" + String(repeating: "a", count: 70)])
    func whatIsMalformedIsNoChoiceAndNoShortcut(text: String) {
        #expect(DictationChoice(text: text) == nil)
        #expect(GlobalShortcut(id: "start-" + text) == nil)
    }

    @Test func theOrdinaryShortcutsKeepTheirNames() {
        #expect(GlobalShortcut(id: "toggle") == .toggle && GlobalShortcut(id: "talk") == .talk)
        #expect(GlobalShortcut(id: "tog") == nil && GlobalShortcut(id: "other-de-base") == nil)
    }

    @Test func aListHasNoChoiceTwiceAndAtMostEight() {
        var preferences = Preferences()
        let choices = SpeechLanguage.all.prefix(9).map { DictationChoice(language: $0.code) }
        preferences.shortcutChoices = [choices[0], .plain, DictationChoice(language: "xx")] + choices
        #expect(preferences.sanitized().shortcutChoices == Array(choices.prefix(8)))
    }

    @Test func aLanguageInCapitalsIsTheSameAndAutoIsDetected() {
        #expect(DictationChoice(language: "DE") == DictationChoice(language: "de"))
        #expect(DictationChoice(language: "auto").language(or: "de").isEmpty)
        #expect(DictationChoice(model: "base").language(or: "de") == "de")
    }
}
