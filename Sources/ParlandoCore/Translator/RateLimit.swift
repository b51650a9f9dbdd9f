/// A limit on the requests per minute, which also adapts to the limits that a service reports. Free of side effects:
/// times are parameters, as durations since any fixed moment.
///
/// Counts the requests of the last minute exactly, so that the limit is never exceeded within any minute.
public struct RateLimit: Sendable {
    /// Period to which quotas apply.
    public static let period = Duration.seconds(60)
    /// Duration for which a lower limit reported by the service is used. Later the quota may have been raised, or
    /// another program that used it may have ended.
    static let memory = Duration.seconds(600)

    private let preferred: Int
    private var learnt: (limit: Int, until: Duration)?
    private var heldUntil = Duration.zero
    private var sent: [Duration] = []

    /// - Parameter perMinute: the user's limit of requests per minute; at least one.
    public init(perMinute: Int) {
        preferred = max(1, perMinute)
    }

    /// Returns the number of requests allowed per minute.
    public func limit(at now: Duration) -> Int {
        guard let learnt, now < learnt.until else {
            return preferred
        }
        return min(preferred, learnt.limit)
    }

    /// Returns the delay before the next request; zero if it may be sent now.
    public func wait(at now: Duration) -> Duration {
        let recent = sent.filter { $0 > now - Self.period }
        let limit = limit(at: now)
        let free = recent.count < limit ? now : recent[recent.count - limit] + Self.period
        return max(.zero, max(free, heldUntil) - now)
    }

    /// Records that a request is sent.
    public mutating func take(at now: Duration) {
        sent.removeAll { $0 <= now - Self.period }
        sent.append(now)
    }

    /// Records that the service refused a request because there were too many.
    ///
    /// - Parameters:
    ///   - delay: duration in which nothing may be sent. Once it has passed, the next request is allowed, however many
    ///     requests were sent before.
    ///   - allowed: limit per minute that the service reports; nil if it reports none. The limit then stays as it is,
    ///     because the refusal may concern another quantity, such as words, or other programs' requests.
    public mutating func refuse(at now: Duration, delay: Duration, allowed: Int?) {
        heldUntil = max(heldUntil, now + delay)
        if let allowed {
            learnt = (max(1, allowed), now + Self.memory)
        }
        sent = sent.suffix(limit(at: now) - 1)
    }
}
