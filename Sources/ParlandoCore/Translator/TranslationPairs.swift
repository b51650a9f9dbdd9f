/// The language pairs that a service translates, and what has to be installed for others.
public struct TranslationPairs: Sendable, Equatable {
    /// What has to be installed before a pair can be translated.
    public enum Missing: Sendable, Equatable {
        /// Debian packages, by name.
        case packages([String])
        /// Models of the catalogue (kind `translation`), by name.
        case models([String])
    }

    /// Pairs that can be translated now.
    public let ready: Set<LanguagePair>
    /// Pairs that could be translated if something were installed.
    public let missing: [LanguagePair: Missing]

    public init(ready: Set<LanguagePair>, missing: [LanguagePair: Missing] = [:]) {
        self.ready = ready
        self.missing = missing
    }

    /// Returns whether texts can be translated from one language into the other.
    ///
    /// - Parameter source: ISO 639-1 code; nil for any language.
    public func contains(from source: String?, into target: String) -> Bool {
        guard let source else {
            return ready.contains { $0.target == target }
        }
        return ready.contains(LanguagePair(source: source, target: target))
    }
}
