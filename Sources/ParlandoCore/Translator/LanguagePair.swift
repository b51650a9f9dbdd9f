/// The source language and the target language of a translation.
public struct LanguagePair: Sendable, Hashable {
    /// ISO 639-1 code of the source language.
    public let source: String
    /// ISO 639-1 code of the target language.
    public let target: String

    public init(source: String, target: String) {
        self.source = source
        self.target = target
    }

    /// Parses a language pair such as `en-es`. Nil unless the text names two different languages that the translator
    /// supports.
    public init?(_ name: String) {
        let codes = name.split(separator: "-", omittingEmptySubsequences: false).map { String($0) }
        guard codes.count == 2, codes[0] != codes[1],
            codes.allSatisfy({ SpeechLanguage.translated(tag: $0)?.code == $0 })
        else {
            return nil
        }
        self.init(source: codes[0], target: codes[1])
    }

    /// The language pair as it is stored, such as `en-es`.
    public var name: String { source + "-" + target }
}

extension TranslatorPreferences {
    /// Moves a language pair to the front of the recently used pairs.
    public mutating func use(_ pair: LanguagePair) {
        recentPairs.removeAll { $0 == pair.name }
        recentPairs = Array(([pair.name] + recentPairs).prefix(Self.mostRecentPairs))
    }
}
