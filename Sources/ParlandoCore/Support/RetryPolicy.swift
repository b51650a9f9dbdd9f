/// How long to wait before something is tried again. Pure.
public struct RetryPolicy: Sendable, Equatable {
    /// Waits before the second try, the third and so on; after the last one it is given up.
    public let waits: [Duration]
    /// The longest wait that a server may ask for; asked for more, it is given up.
    public let longestAsked: Duration
    /// Share by which a wait may be longer or shorter, so that many who failed together do not come back together.
    public let jitter: Double

    public init(waits: [Duration], longestAsked: Duration, jitter: Double = 0) {
        self.waits = waits
        self.longestAsked = longestAsked
        self.jitter = jitter
    }

    /// Waits that double from one second on and are never longer than `longest`.
    public static func doubling(
        retries: Int, longest: Duration = .seconds(32), longestAsked: Duration, jitter: Double = 0
    ) -> RetryPolicy {
        let waits = (0..<max(0, retries)).map { min(longest, Duration.seconds(1) * (1 << min($0, 30))) }
        return RetryPolicy(waits: waits, longestAsked: longestAsked, jitter: jitter)
    }

    /// The wait before the next try, nil: give up.
    ///
    /// - Parameters:
    ///   - tries: how often it was tried again already.
    ///   - asked: how long the server asks to wait; it is never tried earlier. The first time nothing else counts.
    ///   - chance: 0…1, where between the shortest and the longest wait; 0.5 is the middle.
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
