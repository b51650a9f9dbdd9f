/// A language and a model for one session, in place of those in the preferences.
public struct DictationChoice: Sendable, Hashable {
    public static let plain = DictationChoice()
    /// In place of a language, which is then detected.
    public static let anyLanguage = "auto"
    /// How many choices can have a shortcut.
    public static let mostShortcuts = 8

    /// ISO 639-1 code or `anyLanguage`; nil as in the preferences.
    public let language: String?
    /// Name in the catalogue; nil as in the preferences.
    public let model: String?

    public init(language: String? = nil, model: String? = nil) {
        self.language = language?.lowercased()
        self.model = model
    }

    /// Reads `text`. Nil if it is malformed, chooses nothing or an unknown language.
    public init?(text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isSafe = text.utf8.allSatisfy { $0 > 32 && $0 < 127 && !#"'"\"#.utf8.contains($0) }
        guard parts.count == 2, text.utf8.count <= 72, isSafe else {
            return nil
        }
        self.init(language: parts[0].isEmpty ? nil : parts[0], model: parts[1].isEmpty ? nil : parts[1])
        guard self != .plain, isLanguageKnown else {
            return nil
        }
    }

    /// As it is stored, such as `de-base`, `de-` or `-tiny.en`. The desktop stores it too, so it must not change.
    public var text: String {
        (language ?? "") + "-" + (model ?? "")
    }

    public var isLanguageKnown: Bool {
        language.map { $0 == Self.anyLanguage || SpeechLanguage.named($0) != nil } ?? true
    }

    /// Returns the code of the session's language; empty to detect it.
    public func language(or preferred: String) -> String {
        language.map { $0 == Self.anyLanguage ? "" : $0 } ?? preferred
    }

    /// Reads a stored list without what is malformed, repeated or too much.
    static func list(_ texts: [String]) -> [DictationChoice] {
        var found: Set<DictationChoice> = []
        return Array(texts.compactMap { Self(text: $0) }.filter { found.insert($0).inserted }.prefix(mostShortcuts))
    }
}
