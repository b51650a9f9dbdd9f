public import Foundation

/// A spoken or typed text with its translation. Its printed form does not contain the texts.
public struct Exchange: Sendable, Equatable, Identifiable {
    /// Stays the same when the exchange is updated.
    public let id: UUID
    /// The source text so far.
    public var source: Private<String>
    /// ISO 639-1 code; nil until it is known.
    public var sourceLanguage: String?
    /// The translation so far.
    public var translation: Private<String>
    /// ISO 639-1 code.
    public var targetLanguage: String
    /// The service that translated; nil until there is a translation.
    public var service: TranslationServiceKind?
    /// Whether the translation is complete.
    public var isWhole: Bool
    /// Whether the translation came from the cache.
    public var isRemembered: Bool
    /// Time at which the exchange began.
    public var date: Date

    public init(
        id: UUID = UUID(), source: String = "", sourceLanguage: String? = nil, translation: String = "",
        targetLanguage: String, service: TranslationServiceKind? = nil, isWhole: Bool = false,
        isRemembered: Bool = false, date: Date = Date()
    ) {
        self.id = id
        self.source = Private(source)
        self.sourceLanguage = sourceLanguage
        self.translation = Private(translation)
        self.targetLanguage = targetLanguage
        self.service = service
        self.isWhole = isWhole
        self.isRemembered = isRemembered
        self.date = date
    }
}

/// The service that made a translation, with its model or server. A stored translation is used only for the same maker.
public struct TranslationMaker: Sendable, Equatable {
    /// The service that made the translation.
    public let service: TranslationServiceKind
    /// The model that the user has chosen, empty for the best one; for the user's own server its URL; else empty.
    public let model: String

    public init(_ preferences: TranslatorPreferences) {
        self.init(preferences.service, preferences)
    }

    /// - Parameter service: the service that made the translation, which may have stepped in for the one in the
    ///   preferences.
    public init(_ service: TranslationServiceKind, _ preferences: TranslatorPreferences) {
        self.service = service
        let descriptor = service.descriptor
        model = descriptor.hasModels ? preferences.model : descriptor.hasAddress ? preferences.address : ""
    }
}

/// A translation as it is exported in JSON.
public struct TranslationResult: Sendable, Equatable, Codable {
    /// The translated text.
    public var text: String
    /// ISO 639-1 code.
    public var language: String
    /// The text that was translated.
    public var sourceText: String
    /// ISO 639-1 code; nil if unknown.
    public var sourceLanguage: String?
    /// `gemini`, `libretranslate` or `offline`.
    public var service: String
    /// True if the translation is too imperfect to be relied on, else nil, which omits the field.
    public var isRough: Bool?
    /// Whether the translation will no longer change.
    public var isFinal: Bool
    /// Time of the request; nil if unknown.
    public var timestamp: Date?
    /// The transcript of a spoken source text.
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

    /// The JSON with sorted keys and a newline at the end.
    public var json: String {
        // The result has only texts and finite numbers, so that encoding cannot fail.
        (JSONText.document(of: self) ?? "{}") + "\n"
    }
}
