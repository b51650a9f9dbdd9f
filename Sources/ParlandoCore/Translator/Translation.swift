/// The translation of a phrase. Printing it does not reveal the text.
public struct Translation: Sendable, Equatable {
    /// The text in the target language.
    public let text: Private<String>
    /// ISO 639-1 code of the source language detected by the service; nil if it reported none.
    public let detectedLanguage: String?

    public init(_ text: String, detectedLanguage: String? = nil) {
        self.text = Private(text)
        self.detectedLanguage = detectedLanguage
    }
}
