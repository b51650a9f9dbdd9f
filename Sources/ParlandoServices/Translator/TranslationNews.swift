public import ParlandoCore

/// The progress of a phrase. Events arrive in order.
public enum TranslationNews: Sendable, Equatable {
    /// Other phrases come first.
    case queued
    /// No request is sent for this duration, because there were too many requests or the last attempt failed.
    case waiting(Duration, after: TranslationError?)
    /// The translation so far. It replaces the earlier partial translation.
    case partial(Private<String>)
    /// The complete translation. It is the last event.
    case translated(Translation)
}

/// Timeouts, retries and limits for translation requests.
public struct TranslationPatience: Sendable, Equatable {
    /// Intervals between attempts.
    public var retry = RetryPolicy.doubling(retries: 5, longestAsked: .seconds(60), jitter: 0.1)
    /// Maximum time for one phrase, including waits and retries.
    public var timeout = Duration.seconds(120)
    /// Maximum number of requests per minute.
    public var perMinute = 60
    /// Maximum number of requests at the same time.
    public var parallel = 2
    /// Maximum number of phrases in the queue.
    public var capacity = 100

    public init() {}
}
