public import ParlandoCore

/// What may be asked of translation.
public protocol Translating: Sendable {
    /// Translates a phrase, as soon as its turn comes and the service's limits allow, and as often as it takes.
    ///
    /// Ends after exactly one `.translated`, or throws exactly one `TranslationError`. Cancelling the consuming task
    /// withdraws the phrase, wherever it is.
    func translate(
        _ phrase: Phrase, into target: String, priority: TranslationPriority
    ) -> AsyncThrowingStream<TranslationNews, any Error>
}

/// What happens to a phrase, in order.
public enum TranslationNews: Sendable, Equatable {
    /// Others come first.
    case queued
    /// Nothing is sent for so long: there were too many requests, or the last try failed.
    case waiting(Duration, after: TranslationError?)
    /// The translation as far as it is made; it replaces what was told before.
    case partial(Private<String>)
    /// All of it. Nothing follows.
    case translated(Translation)
}

/// How patient a translation is.
public struct TranslationPatience: Sendable, Equatable {
    /// When it is tried again.
    public var retry = RetryPolicy.doubling(retries: 5, longestAsked: .seconds(60), jitter: 0.1)
    /// How long one phrase may take, waiting and tries included.
    public var timeout = Duration.seconds(120)
    /// Requests that a minute may see.
    public var perMinute = 60
    /// Requests under way at the same time.
    public var parallel = 2
    /// Phrases that wait for their turn.
    public var capacity = 100

    public init() {}
}
