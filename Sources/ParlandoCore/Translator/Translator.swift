/// Port: translates a phrase from one language into another.
public protocol Translator: Sendable {
    /// Capabilities of the service.
    var capabilities: TranslatorCapabilities { get }

    /// Makes a single attempt, without retries and without waiting for a quota. Cancelling the consuming task ends the
    /// transfer.
    ///
    /// The stream ends after exactly one `.whole`, or throws `TranslationError` or `CancellationError`.
    func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error>

    /// Returns the names of the models that the service offers, best first; empty if there is no choice. Throws
    /// `TranslationError`, `CancellationError`.
    func models() async throws -> [String]
}

extension Translator {
    public func models() async throws -> [String] {
        []
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
