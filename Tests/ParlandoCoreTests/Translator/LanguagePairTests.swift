import ParlandoCore
import Testing

@Suite struct LanguagePairTests {
    @Test func aPairIsReadAsItIsKept() {
        #expect(LanguagePair("en-es")?.name == "en-es")
        #expect(LanguagePair("en-es") == LanguagePair(source: "en", target: "es"))
    }

    @Test(arguments: ["", "en", "en-", "-es", "en-en", "en-xx", "en-es-fr", "EN-es", "en_es"])
    func whatIsNoPairIsRefused(name: String) {
        #expect(LanguagePair(name) == nil)
    }

    @Test func thePairUsedLastComesFirstAndOnlyAFewAreKept() {
        var preferences = TranslatorPreferences()
        for target in ["es", "fr", "de", "ja", "zh", "ko", "fr"] {
            preferences.use(LanguagePair(source: "en", target: target))
        }
        #expect(preferences.recentPairs == ["en-fr", "en-ko", "en-zh", "en-ja", "en-de"])
    }
}
