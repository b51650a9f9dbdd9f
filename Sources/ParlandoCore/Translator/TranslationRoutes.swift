/// Finds out how texts can be translated from one language into another with the given language pairs: directly, or
/// through one intermediate language.
public struct TranslationRoutes: Sendable, Equatable {
    /// Preferred intermediate languages, because most translation data exist for them.
    private static let bridges = ["en", "es"]

    private let pairs: Set<LanguagePair>
    private let languages: [String]

    public init(_ pairs: Set<LanguagePair>) {
        self.pairs = pairs
        let all = Set(pairs.map(\.source)).union(pairs.map(\.target))
        languages = Self.bridges.filter(all.contains) + all.subtracting(Self.bridges).sorted()
    }

    /// Returns the one or two language pairs with which a text is translated in succession; nil if there is no such
    /// route.
    public func route(from source: String, to target: String) -> [LanguagePair]? {
        guard source != target else {
            return nil
        }
        let direct = LanguagePair(source: source, target: target)
        guard !pairs.contains(direct) else {
            return [direct]
        }
        return languages.lazy.map { bridge in
            [LanguagePair(source: source, target: bridge), LanguagePair(source: bridge, target: target)]
        }.first { $0.allSatisfy(pairs.contains) }
    }

    /// Returns all pairs of these languages that can be translated, directly or through one intermediate language.
    public func reach(among languages: [String]) -> Set<LanguagePair> {
        var reached: Set<LanguagePair> = []
        for source in languages {
            for target in languages where route(from: source, to: target) != nil {
                reached.insert(LanguagePair(source: source, target: target))
            }
        }
        return reached
    }
}
