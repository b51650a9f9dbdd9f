/// A source and a target language.
public struct LanguagePair: Sendable, Hashable {
    /// ISO 639-1 code of the source language.
    public let source: String
    /// ISO 639-1 code of the target language.
    public let target: String

    public init(source: String, target: String) {
        self.source = source
        self.target = target
    }

    /// Parses a stored pair such as `en-es`. Nil unless it names two different languages of the translator.
    public init?(_ name: String) {
        let codes = name.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
        guard codes.count == 2, codes[0] != codes[1],
            codes.allSatisfy({ SpeechLanguage.translated(tag: $0)?.code == $0 })
        else {
            return nil
        }
        self.init(source: codes[0], target: codes[1])
    }

    /// The pair in the form in which it is stored.
    public var name: String { source + "-" + target }
}

extension TranslatorPreferences {
    /// Records the use of a pair by moving it to the front of the recent pairs.
    public mutating func use(_ pair: LanguagePair) {
        recentPairs.removeAll { $0 == pair.name }
        recentPairs = Array(([pair.name] + recentPairs).prefix(Self.mostRecentPairs))
    }
}
