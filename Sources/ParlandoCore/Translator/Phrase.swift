/// A text with its language. Printing it does not reveal the text.
public struct Phrase: Sendable, Equatable {
    /// Maximum length of a text that is translated, in characters.
    public static let mostCharacters = 10_000

    /// The spoken or typed text.
    public let text: Private<String>
    /// ISO 639-1 code of the text; nil to detect it.
    public let language: String?

    public init(_ text: String, language: String? = nil) {
        self.text = Private(text)
        self.language = language
    }

    /// Throws if the text must not be sent to a service, because it is blank or too long.
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
