import ParlandoCore

/// Debian 12's packages with Apertium's data for the translator's languages.
enum ApertiumPackages {
    private static let all: [(languages: Set<String>, name: String)] = [
        (["en", "es"], "apertium-eng-spa"), (["es", "fr"], "apertium-fr-es"), (["es", "pt"], "apertium-es-pt"),
        (["es", "it"], "apertium-spa-ita"),
    ]

    /// Returns the language pairs that can be translated with the installed directions, and the packages that each
    /// other pair needs.
    static func pairs(_ installed: Set<LanguagePair>) -> TranslationPairs {
        let languages = SpeechLanguage.translated.map(\.code)
        let ready = TranslationRoutes(installed).reach(among: languages)
        let possible = TranslationRoutes(installed.union(all.flatMap { pairs(of: $0.languages) }))
        var missing: [LanguagePair: TranslationPairs.Missing] = [:]
        for pair in possible.reach(among: languages).subtracting(ready) {
            let steps = possible.route(from: pair.source, to: pair.target) ?? []
            let packages = steps.filter { !installed.contains($0) }.compactMap { step in
                all.first { $0.languages == [step.source, step.target] }?.name
            }
            missing[pair] = .packages(packages)
        }
        return TranslationPairs(ready: ready, missing: missing)
    }

    private static func pairs(of languages: Set<String>) -> [LanguagePair] {
        languages.flatMap { source in
            languages.subtracting([source]).map { LanguagePair(source: source, target: $0) }
        }
    }
}
