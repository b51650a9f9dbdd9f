/// The languages of a translation.
public struct LanguagePair: Sendable, Hashable {
    /// ISO 639-1 code.
    public let source: String
    /// ISO 639-1 code.
    public let target: String

    public init(source: String, target: String) {
        self.source = source
        self.target = target
    }

    /// Parses `en-es`. Nil unless the text names two different languages of the translator.
    public init?(_ name: String) {
        let codes = name.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
        guard codes.count == 2, codes[0] != codes[1],
            codes.allSatisfy({ SpeechLanguage.translated(tag: $0)?.code == $0 })
        else {
            return nil
        }
        self.init(source: codes[0], target: codes[1])
    }

    /// The pair as it is stored, such as `en-es`.
    public var name: String { source + "-" + target }
}

extension TranslatorPreferences {
    /// Moves a pair to the front of the recent ones.
    public mutating func use(_ pair: LanguagePair) {
        recentPairs.removeAll { $0 == pair.name }
        recentPairs = Array(([pair.name] + recentPairs).prefix(Self.mostRecentPairs))
    }
}

/// The language pairs that a service can translate now, and those for which something has to be installed.
public struct TranslationPairs: Sendable, Equatable {
    /// What must be installed for a pair.
    public enum Missing: Sendable, Equatable {
        /// Names of Debian packages.
        case packages([String])
        /// Names of models in the catalogue.
        case models([String])
    }

    /// Pairs that can be translated now.
    public let ready: Set<LanguagePair>
    /// Pairs for which something has to be installed.
    public let missing: [LanguagePair: Missing]

    public init(ready: Set<LanguagePair>, missing: [LanguagePair: Missing] = [:]) {
        self.ready = ready
        self.missing = missing
    }

    /// Returns whether texts can be translated now; `source` is nil for any language.
    public func contains(from source: String?, into target: String) -> Bool {
        guard let source else {
            return ready.contains { $0.target == target }
        }
        return ready.contains(LanguagePair(source: source, target: target))
    }
}

/// Finds the way from one language into another: directly, or through one language between them.
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

    /// Returns the one or two pairs to translate in succession; nil if there is no way.
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

    /// Returns all pairs of these languages that can be translated.
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

extension SpeechLanguage {
    /// The translator's languages, in the order of display.
    public static let translated: [SpeechLanguage] = [
        "en", "es", "fr", "de", "ja", "zh", "ko", "it", "pt", "ru", "ar", "hi", "nl", "sv", "pl",
    ].compactMap { named($0) }

    /// Whether the language is written from right to left.
    public var isRightToLeft: Bool {
        // Arabic, Persian, Hebrew, Pashto, Sindhi, Urdu and Yiddish (Unicode's bidirectional classes R and AL).
        ["ar", "fa", "he", "ps", "sd", "ur", "yi"].contains(code)
    }

    /// Returns the language for a BCP 47 tag such as `pt-BR` or `zh_Hans`; nil if the translator does not have it.
    public static func translated(tag: String) -> SpeechLanguage? {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return translated.first { $0.code == primary }
    }
}
