public import Foundation

/// A spoken or typed text with its translation. Its printed form does not contain the texts.
public struct Exchange: Sendable, Equatable, Identifiable {
    /// Identifier of the exchange, which stays the same when the exchange is updated.
    public let id: UUID
    /// The spoken or typed text so far.
    public var source: Private<String>
    /// ISO 639-1 code of the language of `source`; nil until it is known.
    public var sourceLanguage: String?
    /// The translation of `source` so far.
    public var translation: Private<String>
    /// ISO 639-1 code of the language of `translation`.
    public var targetLanguage: String
    /// The service that made the translation; nil until there is a translation.
    public var service: TranslationServiceKind?
    /// Whether the translation is complete.
    public var isWhole: Bool
    /// Whether the translation came from the cache, so that nothing was sent to a service.
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
