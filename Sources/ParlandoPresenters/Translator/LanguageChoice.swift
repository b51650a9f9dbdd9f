import Foundation
import ParlandoCore

/// A language that can be chosen, as its own speakers call it and as it is called here.
public struct LanguageChoice: Sendable, Equatable, Identifiable {
    /// ISO 639-1 code, empty: found out.
    public let id: String
    /// What its speakers call it.
    public let nativeName: String
    /// What it is called in the language of the interface; empty where that is the same.
    public let name: String

    init(_ code: String) {
        id = code
        let native = LanguageWording.nativeName(of: code)
        let name = LanguageWording.name(of: code)
        nativeName = code.isEmpty ? tr("Detect Language") : native
        self.name = code.isEmpty || name == native ? "" : name
    }

    /// Whether the words that were typed to search for it begin one of its names, or its code.
    public func matches(_ words: String) -> Bool {
        let words = Self.folded(words).trimmingCharacters(in: .whitespaces)
        return words.isEmpty
            || [nativeName, name, id].contains { text in
                let text = Self.folded(text)
                return text.hasPrefix(words) || text.contains(" " + words)
            }
    }

    /// Without capitals and accents: `espanol` finds Español.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// Every language of the translator.
    static var all: [LanguageChoice] { SpeechLanguage.translated.map { LanguageChoice($0.code) } }
}
