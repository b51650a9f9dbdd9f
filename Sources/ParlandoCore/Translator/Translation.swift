/// What a phrase means in another language. Printing it shows nothing of the text.
public struct Translation: Sendable, Equatable {
    /// The text in the language asked for.
    public let text: Private<String>
    /// ISO 639-1 code of the phrase as the service heard it, nil: it did not say.
    public let detectedLanguage: String?

    public init(_ text: String, detectedLanguage: String? = nil) {
        self.text = Private(text)
        self.detectedLanguage = detectedLanguage
    }
}
