/// The language pairs that a service can translate now, and those that it could translate if something were installed.
public struct TranslationPairs: Sendable, Equatable {
    /// Packages or models that have to be installed before a language pair can be translated.
    public enum Missing: Sendable, Equatable {
        /// Names of Debian packages.
        case packages([String])
        /// Names of translation models in the program's list of models.
        case models([String])
    }

    /// Language pairs that can be translated now.
    public let ready: Set<LanguagePair>
    /// Language pairs for which something has to be installed, and what that is.
    public let missing: [LanguagePair: Missing]

    public init(ready: Set<LanguagePair>, missing: [LanguagePair: Missing] = [:]) {
        self.ready = ready
        self.missing = missing
    }

    /// Returns whether texts can be translated now from one language into another.
    ///
    /// - Parameters:
    ///   - source: ISO 639-1 code of the source language; nil for any language.
    ///   - target: ISO 639-1 code of the target language.
    public func contains(from source: String?, into target: String) -> Bool {
        guard let source else {
            return ready.contains { $0.target == target }
        }
        return ready.contains(LanguagePair(source: source, target: target))
    }
}
