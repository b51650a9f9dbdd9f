/// Port: translates a phrase from one language into another.
public protocol Translator: Sendable {
    /// Capabilities of the service.
    var capabilities: TranslatorCapabilities { get }

    /// Makes a single attempt to translate a phrase, without retries and without waiting for a quota. Cancelling the
    /// consuming task ends the transfer.
    ///
    /// The stream ends after exactly one `.whole`, or throws `TranslationError` or `CancellationError`.
    func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error>

    /// Returns the names of the models that the service offers, best first; empty if there is no choice. Throws
    /// `TranslationError` or `CancellationError`.
    func models() async throws -> [String]

    /// Returns the language pairs that can be translated now; nil if the service does not tell, as most do not.
    func pairs() async -> TranslationPairs?
}

extension Translator {
    public func models() async throws -> [String] {
        []
    }

    public func pairs() async -> TranslationPairs? {
        nil
    }
}

/// Capabilities of a translation service.
public struct TranslatorCapabilities: Sendable, Equatable {
    /// Whether the service sends the text while it is being generated.
    public let streams: Bool
    /// Whether the service detects the language of a phrase.
    public let detects: Bool
    /// Whether another prompt can help if an answer was empty, truncated or refused.
    public let rephrases: Bool

    public init(streams: Bool, detects: Bool, rephrases: Bool) {
        self.streams = streams
        self.detects = detects
        self.rephrases = rephrases
    }
}

/// A phrase to translate, with the target language and the prompt.
public struct TranslationRequest: Sendable, Equatable {
    /// Prompt for the service.
    public enum Prompt: Sendable, Equatable {
        /// The prompt that normally gives the best answers.
        case usual
        /// A simpler prompt for another attempt: fewer conditions, no required format of the answer.
        case plain
    }

    /// The phrase to translate.
    public let phrase: Phrase
    /// ISO 639-1 code of the target language.
    public let target: String
    /// Prompt for the service.
    public var prompt: Prompt

    public init(_ phrase: Phrase, into target: String, prompt: Prompt = .usual) {
        self.phrase = phrase
        self.target = target
        self.prompt = prompt
    }
}

/// Events of a translation, in order.
public enum TranslationProgress: Sendable, Equatable {
    /// The translation so far. Replaces the previous one.
    case partial(Private<String>)
    /// The complete translation. No events follow.
    case whole(Translation)
}

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

/// Port: makes the chosen translation service.
public protocol TranslatorMaking: Sendable {
    /// Makes a translator. Its key is read from the keyring only when a request is made.
    func translator(_ preferences: TranslatorPreferences) -> any Translator
    /// Returns the models that the service offers, best first; empty if it has none to choose from.
    func models(_ preferences: TranslatorPreferences) async throws(TranslationError) -> [String]
}

extension TranslatorMaking {
    /// Returns the language pairs that the chosen service translates now; nil if it does not tell.
    public func pairs(_ preferences: TranslatorPreferences) async -> TranslationPairs? {
        preferences.service.descriptor.hasPairs ? await translator(preferences).pairs() : nil
    }
}
