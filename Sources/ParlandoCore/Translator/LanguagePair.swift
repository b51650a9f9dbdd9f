/// From which language into which.
public struct LanguagePair: Sendable, Hashable {
    /// ISO 639-1 code.
    public let source: String
    /// ISO 639-1 code.
    public let target: String

    public init(source: String, target: String) {
        self.source = source
        self.target = target
    }

    /// Reads a pair as it is kept, `en-es`; nil: not two different languages of the translator.
    public init?(_ name: String) {
        let codes = name.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
        guard codes.count == 2, codes[0] != codes[1],
            codes.allSatisfy({ SpeechLanguage.translated(tag: $0)?.code == $0 })
        else {
            return nil
        }
        self.init(source: codes[0], target: codes[1])
    }

    /// As it is kept.
    public var name: String { source + "-" + target }
}

extension TranslatorPreferences {
    /// Notes that a pair was used: it comes first among the recent ones.
    public mutating func use(_ pair: LanguagePair) {
        recentPairs.removeAll { $0 == pair.name }
        recentPairs = Array(([pair.name] + recentPairs).prefix(Self.mostRecentPairs))
    }
}
