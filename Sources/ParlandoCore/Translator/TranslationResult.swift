public import Foundation

/// A translation in the form that is exported as JSON.
public struct TranslationResult: Sendable, Equatable, Codable {
    /// The translated text.
    public var text: String
    /// ISO 639-1 code of the translation's language.
    public var language: String
    /// The text that was translated.
    public var sourceText: String
    /// ISO 639-1 code of the source text's language; nil if unknown.
    public var sourceLanguage: String?
    /// Name of the translation service: `gemini`, `libretranslate` or `offline`.
    public var service: String
    /// True if the translation is too imperfect to be relied on; otherwise nil, which omits the field from the JSON.
    public var isRough: Bool?
    /// Whether the translation will no longer change.
    public var isFinal: Bool
    /// Time of the request for the translation; nil if unknown.
    public var timestamp: Date?
    /// The transcript of the source text if it was spoken; nil if it was typed.
    public var transcription: TranscriptionResult?

    enum CodingKeys: String, CodingKey {
        case text, language
        case sourceText = "source_text"
        case sourceLanguage = "source_language"
        case service
        case isRough = "is_rough"
        case isFinal = "is_final"
        case timestamp, transcription
    }

    /// - Parameter phrase: the source text. If the phrase has no language, the language that the service detected is
    ///   used.
    public init(
        _ translation: Translation, of phrase: Phrase, into language: String, service: String, timestamp: Date? = nil,
        transcription: TranscriptionResult? = nil
    ) {
        text = translation.text.revealed
        self.language = language
        sourceText = phrase.text.revealed
        sourceLanguage = phrase.language ?? translation.detectedLanguage
        self.service = service
        isRough = TranslationServiceKind(rawValue: service)?.descriptor.isRough == true ? true : nil
        isFinal = true
        self.timestamp = timestamp
        self.transcription = transcription
    }

    /// The translation as one JSON object with keys in alphabetical order and a newline at the end.
    public var json: String {
        // The result has only texts and finite numbers, so that encoding cannot fail.
        (JSONText.document(of: self) ?? "{}") + "\n"
    }
}
