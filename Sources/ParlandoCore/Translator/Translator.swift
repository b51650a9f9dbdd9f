/// Port: translates a phrase.
public protocol Translator: Sendable {
    /// Whether another prompt may succeed if the answer was empty, truncated or refused.
    var rephrases: Bool { get }

    /// Makes one attempt, without retries and without waiting for a quota. Cancelling the reading task ends the
    /// transfer.
    ///
    /// The stream ends after exactly one `.whole`, or throws `TranslationError` or `CancellationError`.
    func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error>

    /// Returns the models that the service offers, best first; empty if there is no choice. Throws `TranslationError`
    /// or `CancellationError`.
    func models() async throws -> [String]

    /// Returns the language pairs that the service can translate now; nil, as is usual, if it does not report them.
    func pairs() async -> TranslationPairs?
}

extension Translator {
    public var rephrases: Bool { false }

    public func models() async throws -> [String] {
        []
    }

    public func pairs() async -> TranslationPairs? {
        nil
    }
}

/// A request to translate a phrase.
public struct TranslationRequest: Sendable, Equatable {
    /// The instructions that a language model gets with the phrase.
    public enum Prompt: Sendable, Equatable {
        case usual
        /// A simpler prompt for another attempt, with fewer conditions and no required format.
        case plain
    }

    /// The phrase to translate.
    public let phrase: Phrase
    /// ISO 639-1 code.
    public let target: String
    /// The instructions for a language model.
    public var prompt: Prompt

    public init(_ phrase: Phrase, into target: String, prompt: Prompt = .usual) {
        self.phrase = phrase
        self.target = target
        self.prompt = prompt
    }
}

/// An event while a phrase is being translated.
public enum TranslationProgress: Sendable, Equatable {
    case partial(Private<String>)
    /// The complete translation, as the last event.
    case whole(Translation)
}

/// A text to be translated. Its printed form does not contain it.
public struct Phrase: Sendable, Equatable {
    /// Maximum for a phrase.
    public static let mostCharacters = 10_000

    /// The spoken or typed text.
    public let text: Private<String>
    /// ISO 639-1 code; nil to detect the language.
    public let language: String?

    public init(_ text: String, language: String? = nil) {
        self.text = Private(text)
        self.language = language
    }

    /// Throws an error if the text must not be sent, because it is blank or too long.
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

/// A translation. Its printed form does not contain the text.
public struct Translation: Sendable, Equatable {
    /// The translated text.
    public let text: Private<String>
    /// ISO 639-1 code of the source language that the service detected; nil if it reported none.
    public let detectedLanguage: String?

    public init(_ text: String, detectedLanguage: String? = nil) {
        self.text = Private(text)
        self.detectedLanguage = detectedLanguage
    }
}

/// Port: creates the translators and speech synthesizers of the services that the user has chosen. Their API keys are
/// looked up only when a request is made.
public protocol ServiceMaking: Sendable {
    func translator(_ preferences: TranslatorPreferences) -> any Translator

    func synthesizer(_ kind: VoiceServiceKind, _ preferences: TranslatorPreferences) -> any SpeechSynthesizer
}
