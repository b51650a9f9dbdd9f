import Foundation
import ParlandoCore

/// A language in a list of languages for translation, with its native name and its name in the language of the
/// interface.
public struct LanguageChoice: Sendable, Equatable, Identifiable {
    /// ISO 639-1 code of the language; empty for automatic detection.
    public let id: String
    /// Name of the language in the language itself, such as "Deutsch".
    public let nativeName: String
    /// Name in the language of the interface; empty if it is the same as `nativeName`.
    public let name: String
    /// Reason that the language cannot be chosen; empty if it can be chosen.
    public let obstacle: String
    /// Note about what has to be installed before the language can be used; empty if nothing is missing.
    public let note: String

    init(_ code: String, obstacle: String = "", note: String = "") {
        self.obstacle = obstacle
        self.note = note
        id = code
        let native = LanguageWording.nativeName(of: code)
        let name = LanguageWording.name(of: code)
        nativeName = code.isEmpty ? tr("Detect Language") : native
        self.name = code.isEmpty || name == native ? "" : name
    }

    /// Returns whether the search text `words` is a prefix of one of the language's names, of a word in a name, or of
    /// the language code. Returns true if the search text is empty.
    public func matches(_ words: String) -> Bool {
        let words = Self.folded(words).trimmingCharacters(in: .whitespaces)
        return words.isEmpty
            || [nativeName, name, id].contains { text in
                let text = Self.folded(text)
                return text.hasPrefix(words) || text.contains(" " + words)
            }
    }

    /// Returns a text without case and diacritics, so that a search for `espanol` finds Español.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// All languages that the translator supports.
    static var all: [LanguageChoice] { SpeechLanguage.translated.map { LanguageChoice($0.code) } }
}
