/// Port: a phrase from one language into another.
public protocol Translator: Sendable {
    /// What this service can do.
    var capabilities: TranslatorCapabilities { get }

    /// Translates once: no second try, no waiting for a quota. Cancelling the consuming task ends the transfer.
    ///
    /// Ends after exactly one `.whole`, or throws `TranslationError` or `CancellationError`.
    func translate(_ request: TranslationRequest) -> AsyncThrowingStream<TranslationProgress, any Error>
}

/// What a translation service can do.
public struct TranslatorCapabilities: Sendable, Equatable {
    /// Whether the text arrives while it is being made.
    public let streams: Bool
    /// Whether it finds out the language of a phrase.
    public let detects: Bool
    /// Whether asking in other words can help where an answer was empty, cut or refused.
    public let rephrases: Bool

    public init(streams: Bool, detects: Bool, rephrases: Bool) {
        self.streams = streams
        self.detects = detects
        self.rephrases = rephrases
    }
}

/// What is to be translated, and how it is asked.
public struct TranslationRequest: Sendable, Equatable {
    /// In which words the service is asked.
    public enum Prompt: Sendable, Equatable {
        /// As the service answers best.
        case usual
        /// Otherwise: fewer conditions, no form for the answer.
        case plain
    }

    /// What is to be translated.
    public let phrase: Phrase
    /// ISO 639-1 code of the language it is translated into.
    public let target: String
    /// In which words the service is asked.
    public var prompt: Prompt

    public init(_ phrase: Phrase, into target: String, prompt: Prompt = .usual) {
        self.phrase = phrase
        self.target = target
        self.prompt = prompt
    }
}

/// What a translator has to say, in order.
public enum TranslationProgress: Sendable, Equatable {
    /// The translation as far as it is made; it replaces what was told before.
    case partial(Private<String>)
    /// All of it. Nothing follows.
    case whole(Translation)
}
