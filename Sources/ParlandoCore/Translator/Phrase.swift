/// A text and the language it is in. Printing it shows nothing of the text.
public struct Phrase: Sendable, Equatable {
    /// The longest text that is translated, in characters.
    public static let mostCharacters = 10_000

    /// What was said or typed.
    public let text: Private<String>
    /// ISO 639-1 code, nil: to be found out.
    public let language: String?

    public init(_ text: String, language: String? = nil) {
        self.text = Private(text)
        self.language = language
    }

    /// Throws when no service should be asked: there is nothing in the text, or too much.
    public func check() throws(TranslationError) {
        let characters = text.revealed
        guard characters.contains(where: { !$0.isWhitespace }) else {
            throw TranslationError(.nothingToTranslate)
        }
        guard characters.count <= Self.mostCharacters else {
            throw TranslationError(.tooLong, detail: "\(characters.count) characters")
        }
    }
}
