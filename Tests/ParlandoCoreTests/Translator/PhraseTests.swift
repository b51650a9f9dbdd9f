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

    /// A character is what people count as one.
    @Test(
        arguments: [
            ("", .nothingToTranslate), (" ", .nothingToTranslate), ("\n\t\u{A0}\u{3000} ", .nothingToTranslate),
            (String(repeating: "👨‍👩‍👧‍👦", count: 10_000), nil), (String(repeating: "a", count: 10_001), .tooLong),
            ("😀🎉", nil), ("?", nil), ("e\u{301}", nil),
        ] as [(String, TranslationError.Kind?)])
    func aTextOfOneToTenThousandCharactersMayBeTranslated(text: String, expected: TranslationError.Kind?) {
        #expect(kind(text) == expected)
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
    @Test func onlyArabicOfThemRunsFromRightToLeft() {
        #expect(SpeechLanguage.translated.filter(\.isRightToLeft).map(\.code) == ["ar"])
    }

    @Test(arguments: [("pt-BR", "pt"), ("zh_Hans_CN", "zh"), ("EN", "en"), ("xx", nil), ("", nil), ("engl", nil)])
    func aTagNamesItsLanguage(tag: String, code: String?) {
        #expect(SpeechLanguage.translated(tag: tag)?.code == code)
    }
}

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

struct TranslationRoutesTests {
    private static func pairs(_ names: String...) -> Set<LanguagePair> {
        Set(
            names.map { name in
                let codes = name.split(separator: "-").map { String($0) }
                return LanguagePair(source: codes[0], target: codes[1])
            })
    }

    private func route(_ names: Set<LanguagePair>, _ source: String, _ target: String) -> [String]? {
        TranslationRoutes(names).route(from: source, to: target)?.map { "\($0.source)-\($0.target)" }
    }

    @Test(
        arguments: [
            ("en", "es", ["en-es"]), ("en", "fr", ["en-es", "es-fr"]), ("fr", "en", nil), ("es", "es", nil),
            ("pt", "it", nil), ("en", "ja", nil),
        ] as [(String, String, [String]?)])
    func aPairIsReachedDirectlyOrThroughOneLanguage(source: String, target: String, steps: [String]?) {
        #expect(route(Self.pairs("en-es", "es-en", "es-fr", "pt-es"), source, target) == steps)
    }

    @Test func englishAndSpanishAreThePreferredLanguagesBetween() {
        let all = Self.pairs("fr-ca", "ca-pt", "fr-es", "es-pt", "fr-en", "en-pt")
        #expect(route(all, "fr", "pt") == ["fr-en", "en-pt"])
        #expect(route(all.subtracting(Self.pairs("en-pt")), "fr", "pt") == ["fr-es", "es-pt"])
        #expect(route(Self.pairs("fr-ca", "ca-pt"), "fr", "pt") == ["fr-ca", "ca-pt"])
    }

    @Test func whatIsReachedIsEveryPairWithARoute() {
        let routes = TranslationRoutes(Self.pairs("en-es", "es-fr"))
        #expect(routes.reach(among: ["en", "es", "fr", "ja"]) == Self.pairs("en-es", "es-fr", "en-fr"))
    }

    @Test func anySourceWillDoWhereItIsNotKnown() {
        let pairs = TranslationPairs(ready: Self.pairs("en-es"))
        #expect(pairs.contains(from: nil, into: "es") && !pairs.contains(from: nil, into: "en"))
        #expect(pairs.contains(from: "en", into: "es") && !pairs.contains(from: "fr", into: "es"))
    }
}
