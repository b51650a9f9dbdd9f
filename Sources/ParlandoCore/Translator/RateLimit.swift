/// A limit on the number of requests per minute. If the service reports a lower limit, that one is used for a while.
/// Free of side effects: the current time is a parameter, as the duration since a fixed moment.
///
/// The times of all requests within the last minute are stored, so that the limit is never exceeded within any minute.
public struct RateLimit: Sendable {
    /// The period, one minute, in which the number of requests is limited.
    public static let period = Duration.seconds(60)
    /// Duration for which a lower limit reported by the service is used. Afterwards the user's own limit applies again,
    /// because the service may have raised its limit, or another program that used the same quota may have ended.
    static let memory = Duration.seconds(600)

    private let preferred: Int
    private var learnt: (limit: Int, until: Duration)?
    private var heldUntil = Duration.zero
    private var sent: [Duration] = []

    /// - Parameter perMinute: maximum number of requests per minute set by the user; at least 1.
    public init(perMinute: Int) {
        preferred = max(1, perMinute)
    }

    /// Returns the maximum number of requests per minute that applies now.
    public func limit(at now: Duration) -> Int {
        guard let learnt, now < learnt.until else {
            return preferred
        }
        return min(preferred, learnt.limit)
    }

    /// Returns the delay before the next request may be sent; zero if it may be sent now.
    public func wait(at now: Duration) -> Duration {
        let recent = sent.filter { $0 > now - Self.period }
        let limit = limit(at: now)
        let free = recent.count < limit ? now : recent[recent.count - limit] + Self.period
        return max(.zero, max(free, heldUntil) - now)
    }

    /// Records that a request is sent now.
    public mutating func take(at now: Duration) {
        sent.removeAll { $0 <= now - Self.period }
        sent.append(now)
    }

    /// Records that the service refused a request because there were too many requests.
    ///
    /// - Parameters:
    ///   - delay: duration in which nothing may be sent. Afterwards one request is allowed, however many were sent
    ///     before.
    ///   - allowed: number of requests per minute that the service reports as its limit; nil if it reports none. If
    ///     nil, the limit stays unchanged, because the service may have counted something else, such as words, or
    ///     requests of other programs.
    public mutating func refuse(at now: Duration, delay: Duration, allowed: Int?) {
        heldUntil = max(heldUntil, now + delay)
        if let allowed {
            learnt = (max(1, allowed), now + Self.memory)
        }
        sent = sent.suffix(limit(at: now) - 1)
    }
}
