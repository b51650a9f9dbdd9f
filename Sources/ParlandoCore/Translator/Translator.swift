/// Port: translates a phrase from one language into another.
public protocol Translator: Sendable {
    /// Capabilities of the translation service.
    var capabilities: TranslatorCapabilities { get }

    /// Makes a single attempt to translate a phrase, without retries and without waiting for a quota. If the task that
    /// reads the stream is cancelled, the transfer ends.
    ///
    /// The stream ends after exactly one `.whole`, or throws `TranslationError` or `CancellationError`.
    func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error>

    /// Returns the names of the models that the service offers, best first; empty if the user cannot choose a model.
    /// Throws `TranslationError` or `CancellationError`.
    func models() async throws -> [String]

    /// Returns the language pairs that the service can translate now; nil if the service does not report them, as is
    /// usual.
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
    /// Whether the service sends parts of a translation before the translation is complete.
    public let streams: Bool
    /// Whether the service detects the language of a text.
    public let detects: Bool
    /// Whether a request with another prompt may succeed if the service's answer was empty, truncated or refused.
    public let rephrases: Bool

    public init(streams: Bool, detects: Bool, rephrases: Bool) {
        self.streams = streams
        self.detects = detects
        self.rephrases = rephrases
    }
}

/// A request to translate a phrase into a language, with the prompt to use.
public struct TranslationRequest: Sendable, Equatable {
    /// The kind of instructions that a language model gets with the phrase.
    public enum Prompt: Sendable, Equatable {
        /// The prompt with which a language model normally gives the best answers.
        case usual
        /// A simpler prompt for another attempt. It has fewer conditions and does not require a certain format of the
        /// answer.
        case plain
    }

    /// The phrase to translate.
    public let phrase: Phrase
    /// ISO 639-1 code of the target language.
    public let target: String
    /// The kind of instructions that a language model gets with the phrase.
    public var prompt: Prompt

    public init(_ phrase: Phrase, into target: String, prompt: Prompt = .usual) {
        self.phrase = phrase
        self.target = target
        self.prompt = prompt
    }
}

/// An event while a phrase is being translated.
public enum TranslationProgress: Sendable, Equatable {
    /// The translation so far. Replaces the previous partial translation.
    case partial(Private<String>)
    /// The complete translation, which is the last event.
    case whole(Translation)
}

/// A text to be translated, with its language. Its printed form does not contain the text.
public struct Phrase: Sendable, Equatable {
    /// Maximum length of a text to be translated, in characters.
    public static let mostCharacters = 10_000

    /// The spoken or typed text.
    public let text: Private<String>
    /// ISO 639-1 code of the text's language; nil to detect the language.
    public let language: String?

    public init(_ text: String, language: String? = nil) {
        self.text = Private(text)
        self.language = language
    }

    /// Throws an error if the text must not be sent to a translation service, because it is blank or too long.
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

/// The translation of a phrase. Its printed form does not contain the text.
public struct Translation: Sendable, Equatable {
    /// The text in the target language.
    public let text: Private<String>
    /// ISO 639-1 code of the source language that the service detected; nil if the service reported none.
    public let detectedLanguage: String?

    public init(_ text: String, detectedLanguage: String? = nil) {
        self.text = Private(text)
        self.detectedLanguage = detectedLanguage
    }
}

/// Port: creates the translator for the service that the user has chosen.
public protocol TranslatorMaking: Sendable {
    /// Creates a translator for the service in the preferences. The service's API key is read from the keyring only
    /// when a request is made.
    func translator(_ preferences: TranslatorPreferences) -> any Translator
    /// Returns the names of the models that the service in the preferences offers, best first; empty if the user cannot
    /// choose a model.
    func models(_ preferences: TranslatorPreferences) async throws(TranslationError) -> [String]
}

extension TranslatorMaking {
    /// Returns the language pairs that the service in the preferences can translate now; nil if the service does not
    /// report them.
    public func pairs(_ preferences: TranslatorPreferences) async -> TranslationPairs? {
        preferences.service.descriptor.hasPairs ? await translator(preferences).pairs() : nil
    }
}
