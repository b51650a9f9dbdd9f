import ParlandoCore
import Testing

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
