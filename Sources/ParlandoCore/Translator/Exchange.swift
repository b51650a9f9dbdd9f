public import Foundation

/// An utterance or typed text and its translation. Printing it does not reveal the texts.
public struct Exchange: Sendable, Equatable, Identifiable {
    /// Identifier, the same for all states of an exchange.
    public let id: UUID
    /// The source text so far.
    public var source: Private<String>
    /// ISO 639-1 code of `source`; nil if not known yet.
    public var sourceLanguage: String?
    /// The translation so far.
    public var translation: Private<String>
    /// ISO 639-1 code of `translation`.
    public var targetLanguage: String
    /// The service that made the translation; nil until there is a translation.
    public var service: TranslationServiceKind?
    /// Whether the translation is complete.
    public var isWhole: Bool
    /// Whether the translation came from the cache, so that nothing left this computer.
    public var isRemembered: Bool
    /// Start of the exchange.
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
