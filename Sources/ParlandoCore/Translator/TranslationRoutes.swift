/// Ways from one language into another over given pairs: directly, or through one language between.
public struct TranslationRoutes: Sendable, Equatable {
    /// Languages that are preferred between two others, because most data exists for them.
    private static let bridges = ["en", "es"]

    private let pairs: Set<LanguagePair>
    private let languages: [String]

    public init(_ pairs: Set<LanguagePair>) {
        self.pairs = pairs
        let all = Set(pairs.map(\.source)).union(pairs.map(\.target))
        languages = Self.bridges.filter(all.contains) + all.subtracting(Self.bridges).sorted()
    }

    /// Returns the steps from one language into another, at most two; nil if there are none.
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

    /// Returns all pairs of these languages that have a route.
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
