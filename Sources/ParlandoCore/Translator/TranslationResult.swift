public import Foundation

/// A translation in the form that is exported as JSON.
public struct TranslationResult: Sendable, Equatable, Codable {
    /// The translated text.
    public var text: String
    /// ISO 639-1 code of the translation.
    public var language: String
    /// The source text.
    public var sourceText: String
    /// ISO 639-1 code of the source text; nil if unknown.
    public var sourceLanguage: String?
    /// The translation service: `gemini`, `libretranslate` or `offline`.
    public var service: String
    /// True if the translation is rough, so that it should not be relied on; omitted otherwise.
    public var isRough: Bool?
    /// Whether the result will no longer change.
    public var isFinal: Bool
    /// Time of the request; nil if unknown.
    public var timestamp: Date?
    /// The transcript of the spoken source text; nil if it was typed.
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

    /// - Parameter phrase: the source text. If its language is nil, the detected language is exported.
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

    /// The result as one JSON object with keys in alphabetical order and a newline at the end.
    public var json: String {
        // The result has only texts and finite numbers, so that encoding cannot fail.
        (JSONText.document(of: self) ?? "{}") + "\n"
    }
}
