public import Foundation

/// A translation as a value that other programs read.
public struct TranslationResult: Sendable, Equatable, Codable {
    /// The translation.
    public var text: String
    /// ISO 639-1 code of the translation.
    public var language: String
    /// What was translated.
    public var sourceText: String
    /// ISO 639-1 code of what was translated, nil: nobody knows.
    public var sourceLanguage: String?
    /// Who translated: `gemini`, `libretranslate` or `offline`.
    public var service: String
    /// Whether nothing of it can change any more.
    public var isFinal: Bool
    /// When it was asked for, nil: unknown.
    public var timestamp: Date?
    /// What was heard, nil: it was typed.
    public var transcription: TranscriptionResult?

    enum CodingKeys: String, CodingKey {
        case text, language
        case sourceText = "source_text"
        case sourceLanguage = "source_language"
        case service
        case isFinal = "is_final"
        case timestamp, transcription
    }

    /// - Parameter phrase: its language is that which was found, where it was not given.
    public init(
        _ translation: Translation, of phrase: Phrase, into language: String, service: String, timestamp: Date? = nil,
        transcription: TranscriptionResult? = nil
    ) {
        text = translation.text.revealed
        self.language = language
        sourceText = phrase.text.revealed
        sourceLanguage = phrase.language ?? translation.detectedLanguage
        self.service = service
        isFinal = true
        self.timestamp = timestamp
        self.transcription = transcription
    }

    /// One JSON object, keys in alphabetical order, with a newline at the end.
    public var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        // Texts and finite numbers only: nothing of it can fail to be written.
        guard let data = try? encoder.encode(self) else {
            return "{}\n"
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }
}
