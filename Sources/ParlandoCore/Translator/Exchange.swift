public import Foundation

/// Something said or typed, and what it became in the other language. Printing it shows nothing of the texts.
public struct Exchange: Sendable, Equatable, Identifiable {
    /// The same for every state of one exchange.
    public let id: UUID
    /// What was said or typed, as far as it is known.
    public var source: Private<String>
    /// ISO 639-1 code of `source`, nil: not known yet.
    public var sourceLanguage: String?
    /// The translation as far as it is made.
    public var translation: Private<String>
    /// ISO 639-1 code of `translation`.
    public var targetLanguage: String
    /// Who translated; nil until then.
    public var service: TranslationServiceKind?
    /// Whether the translation is whole.
    public var isWhole: Bool
    /// Whether it came from the cache, so that nothing left this machine.
    public var isRemembered: Bool
    /// When it was begun.
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

/// Who translates. The names are kept in preferences and results: they may not change.
public enum TranslationServiceKind: String, Sendable, Equatable, CaseIterable {
    case gemini
    case libreTranslate = "libretranslate"
    /// Whisper's own translate task: speech into English, on this machine.
    case offline
}
