import ParlandoCore
import Testing

@Suite struct PhraseTests {
    private func kind(_ text: String) -> TranslationError.Kind? {
        do throws(TranslationError) {
            try Phrase(text).check()
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(arguments: ["", " ", "\n\t\u{A0}\u{3000} "])
    func thereIsNothingInSpaces(text: String) {
        #expect(kind(text) == .nothingToTranslate)
    }

    @Test func theLongestTextIsOfTenThousandCharacters() {
        #expect(kind(String(repeating: "a", count: 10_000)) == nil)
        #expect(kind(String(repeating: "a", count: 10_001)) == .tooLong)
    }

    @Test func aCharacterIsWhatPeopleCountAsOne() {
        #expect(kind(String(repeating: "👨‍👩‍👧‍👦", count: 10_000)) == nil)
    }

    @Test(arguments: ["😀🎉", "السلام عليكم in English", "?", "e\u{301}"])
    func everythingElseMayBeTranslated(text: String) {
        #expect(kind(text) == nil)
    }

    @Test func printingShowsNoText() {
        let phrase = Phrase("hunter2", language: "en")
        var dumped = ""
        dump(phrase, to: &dumped)
        dump(Translation("hunter2"), to: &dumped)
        let printed = "\(phrase) \(String(reflecting: phrase)) \(Translation("hunter2")) \(dumped)"
        #expect(!printed.contains("hunter2"))
        #expect(printed.contains("•••"))
    }
}

@Suite struct TranslatedLanguagesTests {
    @Test func thereAreFifteenWithNamesOfTheirOwn() {
        let languages = SpeechLanguage.translated
        #expect(languages.count == 15)
        #expect(Set(languages.map(\.code)).count == 15)
        #expect(languages.allSatisfy { !$0.nativeName.isEmpty })
    }

    @Test func onlyArabicOfThemRunsFromRightToLeft() {
        #expect(SpeechLanguage.translated.filter(\.isRightToLeft).map(\.code) == ["ar"])
    }

    @Test(arguments: [("pt-BR", "pt"), ("zh_Hans_CN", "zh"), ("EN", "en"), ("xx", nil), ("", nil), ("engl", nil)])
    func aTagNamesItsLanguage(tag: String, code: String?) {
        #expect(SpeechLanguage.translated(tag: tag)?.code == code)
    }
}
