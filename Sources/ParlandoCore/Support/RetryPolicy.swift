/// Computes the delays between repeated attempts after an error. Free of side effects.
public struct RetryPolicy: Sendable, Equatable {
    /// Delays before the first retry, the second and so on. After the last retry, the operation is abandoned.
    public let waits: [Duration]
    /// Maximum delay before a retry that a server may request. If the server requests more, the operation is abandoned.
    public let longestAsked: Duration
    /// Maximum fraction by which a delay is randomly lengthened or shortened, so that clients that failed together do
    /// not retry at the same time.
    public let jitter: Double

    public init(waits: [Duration], longestAsked: Duration, jitter: Double = 0) {
        self.waits = waits
        self.longestAsked = longestAsked
        self.jitter = jitter
    }

    /// Creates a policy with delays that double, from one second up to `longest`.
    ///
    /// - Parameters:
    ///   - retries: maximum number of retries.
    ///   - longestAsked: maximum delay that a server may request.
    ///   - jitter: maximum fraction by which a delay is randomly lengthened or shortened.
    public static func doubling(
        retries: Int, longest: Duration = .seconds(32), longestAsked: Duration, jitter: Double = 0
    ) -> RetryPolicy {
        let waits = (0..<max(0, retries)).map { min(longest, Duration.seconds(1) * (1 << min($0, 30))) }
        return RetryPolicy(waits: waits, longestAsked: longestAsked, jitter: jitter)
    }

    /// Returns the delay before the next retry; nil if the operation has to be abandoned.
    ///
    /// - Parameters:
    ///   - tries: number of retries so far.
    ///   - asked: delay requested by the server; nil if the server requested no delay. Before the first retry exactly
    ///     this delay is used; before later retries it is the minimum.
    ///   - chance: random number 0…1 that chooses between the shortest and the longest delay; 0.5 gives the middle.
    public func wait(afterRetries tries: Int, asked: Duration? = nil, chance: Double = 0.5) -> Duration? {
        let asked = asked ?? .zero
        guard waits.indices.contains(tries), asked <= longestAsked else {
            return nil
        }
        if tries == 0, asked > .zero {
            return asked
        }
        let spread = 1 + jitter * (2 * min(1, max(0, chance)) - 1)
        return max(waits[tries] * spread, asked)
    }
}
