import Logging
public import ParlandoCore

/// Sends phrases to a translator through one queue, with one rate limit and one retry policy. Each phrase is translated
/// exactly once, or fails.
///
///     queue ──▶ turn ──▶ rate limit ──▶ attempt ──▶ translated
///                            ▲             │ retryable failure: wait
///                            └─────────────┘
public actor TranslationService {
    private let translator: any Translator
    private let clock: any Clock<Duration>
    private let stopwatch: Stopwatch
    private let limits: TranslationLimits
    private let log = Logger(label: "parlando.translation")
    private var line: WaitingLine
    private var limit: RateLimit
    private var running = 0
    private var lastTicket = 0
    private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]

    public init(
        translator: any Translator, limits: TranslationLimits = TranslationLimits(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.translator = translator
        self.clock = clock
        self.limits = limits
        stopwatch = Stopwatch(clock)
        line = WaitingLine(capacity: limits.capacity)
        limit = RateLimit(perMinute: limits.perMinute)
    }

    /// Translates a phrase as soon as its turn comes and the limits allow, and retries it.
    ///
    /// The stream ends after exactly one `.translated`, or throws exactly one `TranslationError`. Cancelling the
    /// reading task cancels the translation.
    public nonisolated func translate(
        _ phrase: Phrase, into target: String, priority: TranslationPriority, timeout: Duration? = nil
    ) -> AsyncThrowingStream<TranslationEvent, any Error> {
        .working { news in
            try phrase.check()
            let whole = try await self.clock.within(timeout ?? self.limits.timeout) {
                try await self.takeTurn(TranslationRequest(phrase, into: target), priority, news)
            }
            news.yield(.translated(whole))
        }
    }

    /// Nothing more is sent. What waits fails when its time is over.
    func stop() {
        limit.refuse(at: stopwatch.elapsed, delay: limits.timeout, allowed: nil)
    }

    // MARK: Turns

    private func takeTurn(
        _ request: TranslationRequest, _ priority: TranslationPriority, _ news: News
    ) async throws -> Translation {
        try await waitForTurn(priority, news)
        defer { endTurn() }
        return try await persist(request, news)
    }

    private func waitForTurn(_ priority: TranslationPriority, _ news: News) async throws {
        guard running >= limits.parallel else {
            running += 1
            return
        }
        lastTicket += 1
        let ticket = lastTicket
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                waiters[ticket] = waiter
                news.yield(.queued)
                if let displaced = line.join(ticket, priority: priority) {
                    let full = TranslationError(.queueFull, detail: "\(line.count) wait")
                    waiters.removeValue(forKey: displaced)?.resume(throwing: full)
                }
            }
        } onCancel: {
            Task { await self.withdraw(ticket) }
        }
    }

    /// If the turn has already come, its task notices the cancellation itself.
    private func withdraw(_ ticket: Int) {
        line.leave(ticket)
        waiters.removeValue(forKey: ticket)?.resume(throwing: CancellationError())
    }

    private func endTurn() {
        running -= 1
        if let ticket = line.callNext(), let waiter = waiters.removeValue(forKey: ticket) {
            running += 1
            waiter.resume()
        }
    }

    // MARK: Tries

    private func persist(_ request: TranslationRequest, _ news: News) async throws -> Translation {
        var request = request
        var retries = 0
        while true {
            try await waitForLimit(news)
            do {
                return try await attempt(request, news)
            } catch let error as TranslationError {
                log.debug("try \(retries + 1): \(error.kind) \(error.detail)")
                let wait = limits.retry.wait(
                    afterRetries: retries, asked: error.retryAfter, chance: .random(in: 0...1))
                heed(error, wait)
                if error.isPromptAtFault, request.prompt == .usual, translator.rephrases {
                    request.prompt = .plain
                    continue
                }
                guard error.isRetryable, let wait else {
                    throw error
                }
                retries += 1
                news.yield(.waiting(wait, after: error))
                try await clock.sleep(for: wait)
            }
        }
    }

    private func waitForLimit(_ news: News) async throws {
        try Task.checkCancellation()
        while case let wait = limit.wait(at: stopwatch.elapsed), wait > .zero {
            news.yield(.waiting(wait, after: nil))
            try await clock.sleep(for: wait)
        }
        limit.take(at: stopwatch.elapsed)
    }

    /// After too many requests, delays all for as long as the service asks. If that is longer than the maximum, only
    /// the current phrase fails.
    ///
    /// - Parameter wait: delay before the next retry; nil if the phrase is not retried.
    private func heed(_ error: TranslationError, _ wait: Duration?) {
        let delay = wait ?? error.retryAfter ?? .zero
        guard let allowed = error.allowedPerMinute, delay <= limits.retry.longestAsked else {
            return
        }
        limit.refuse(at: stopwatch.elapsed, delay: delay, allowed: allowed)
    }

    private func attempt(_ request: TranslationRequest, _ news: News) async throws -> Translation {
        var whole: Translation?
        for try await progress in translator.translate(request) {
            switch progress {
            case .partial(let text): news.yield(.partial(text))
            case .whole(let translation): whole = translation
            }
        }
        // A cancelled stream ends like a complete one.
        try Task.checkCancellation()
        guard let whole else {
            throw TranslationError(.interrupted, detail: "no end")
        }
        return whole
    }

    private typealias News = AsyncThrowingStream<TranslationEvent, any Error>.Continuation
}

extension Clock<Duration> {
    /// Cancels the work after the timeout, and throws a `TranslationError`.
    func within(
        _ timeout: Duration, _ work: @escaping @Sendable () async throws -> Translation
    ) async throws -> Translation {
        try await withThrowingTaskGroup(of: Translation.self) { group in
            group.addTask(operation: work)
            group.addTask {
                try await self.sleep(for: timeout)
                throw TranslationError(.timedOut, detail: "after \(timeout)")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else {
                throw CancellationError()
            }
            return first
        }
    }
}

/// Measures time with any clock.
private struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    init(_ clock: any Clock<Duration>) {
        read = Self.start(clock)
    }

    var elapsed: Duration { read() }

    private static func start<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

extension TranslationError {
    /// The outer optional is nil if the error is not about too many requests, the inner one if the service gave no
    /// number.
    fileprivate var allowedPerMinute: Int?? {
        switch kind {
        case .rateLimited(let allowed): .some(allowed)
        case .textLimited: .some(nil)
        default: nil
        }
    }
}

/// The progress of a phrase, in order.
public enum TranslationEvent: Sendable, Equatable {
    /// The phrase waits behind others.
    case queued
    /// No request is sent for this duration, after a failed attempt (`after`) or too many requests.
    case waiting(Duration, after: TranslationError?)
    case partial(Private<String>)
    /// The complete translation, as the last event.
    case translated(Translation)
}

/// Timeouts, retries and limits for translation requests.
public struct TranslationLimits: Sendable, Equatable {
    /// Intervals and number of attempts.
    public var retry = RetryPolicy.doubling(retries: 5, longestAsked: .seconds(60), jitter: 0.1)
    /// Maximum time for a phrase, including waits and retries.
    public var timeout = Duration.seconds(120)
    /// Maximum number of requests per minute.
    public var perMinute = 60
    /// Maximum number of requests at the same time.
    public var parallel = 2
    /// Maximum number of phrases in the queue.
    public var capacity = 100

    public init() {}
}
