import ParlandoPresenters
import Testing

@MainActor @Suite struct LanguageChoiceTests {
    private let languages = TranslatorScene().state.target.languages

    @Test(arguments: [
        ("", 15), ("espa", 1), ("ESPAN", 1), ("spanish", 1), ("es", 1), ("中", 1), ("рус", 1), ("russian ", 1),
        ("klingon", 0), ("p", 2),
    ]) func aLanguageIsFoundByItsNamesAndItsCode(words: String, count: Int) {
        #expect(languages.filter { $0.matches(words) }.count == count)
    }

    @Test func theSourceCanBeFoundOut() {
        let source = TranslatorScene().state.source.languages
        #expect(source.first?.id == "")
        #expect(source.count == 16)
    }
}
