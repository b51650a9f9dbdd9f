/// An error with a cause for the user and details for the log.
public struct DetailedError<Cause: Sendable & Equatable>: Error, Sendable, Equatable {
    /// Type of the cause.
    public typealias Kind = Cause

    /// Cause, with what the message for the user needs.
    public let kind: Cause
    /// For the log. No secrets, sound, or anything that the user said or typed or a service answered.
    public let detail: String

    public init(_ kind: Cause, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}

/// An error of a network service.
public struct ServiceError<Cause: Sendable & Equatable>: Error, Sendable, Equatable {
    /// Type of the cause.
    public typealias Kind = Cause

    /// Cause, with what a retry or the message for the user needs.
    public let kind: Cause
    /// For the log. No keys, or anything that the user said or typed.
    public let detail: String
    /// Delay that the service requested.
    public let retryAfter: Duration?

    public init(_ kind: Cause, detail: String = "", retryAfter: Duration? = nil) {
        self.kind = kind
        self.detail = detail
        self.retryAfter = retryAfter
    }
}

/// Delays between attempts after errors.
public struct RetryPolicy: Sendable, Equatable {
    /// Before the first retry, the second and so on; then the operation is abandoned.
    public let waits: [Duration]
    /// Longest delay that a server may request; for more, the operation is abandoned.
    public let longestAsked: Duration
    /// Largest random change of a delay, as a fraction, so that clients that failed together do not retry together.
    public let jitter: Double

    public init(waits: [Duration], longestAsked: Duration, jitter: Double = 0) {
        self.waits = waits
        self.longestAsked = longestAsked
        self.jitter = jitter
    }

    /// Delays that double from a second up to `longest`.
    public static func doubling(
        retries: Int, longest: Duration = .seconds(32), longestAsked: Duration, jitter: Double = 0
    ) -> RetryPolicy {
        let waits = (0..<max(0, retries)).map { min(longest, Duration.seconds(1) * (1 << min($0, 30))) }
        return RetryPolicy(waits: waits, longestAsked: longestAsked, jitter: jitter)
    }

    /// The delay before the next retry; nil to abandon the operation.
    ///
    /// - Parameters:
    ///   - asked: what the server requested: exactly this before the first retry, at least this before later ones.
    ///   - chance: random number 0…1 from the shortest to the longest delay.
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

/// Keeps a sensitive value, such as a key or spoken words, out of logs, error messages and debuggers.
public struct Private<Value> {
    /// Must not appear in a log, a URL or an error message.
    public let revealed: Value

    public init(_ value: Value) {
        revealed = value
    }
}

extension Private: Sendable where Value: Sendable {}
extension Private: Equatable where Value: Equatable {}

extension Private: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "•••" }

    public var debugDescription: String { description }

    /// Has no children, so that `dump` does not show the value.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
