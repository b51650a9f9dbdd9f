/// How many requests there may be in a minute, as a service that refuses says itself. Pure: time is passed in, as the
/// duration since any fixed moment.
///
/// Counts the requests of the last minute exactly, so that never more than allowed fall into any minute.
public struct RateLimit: Sendable {
    /// The stretch of time that quotas speak of.
    public static let period = Duration.seconds(60)
    /// How long a lower limit is believed: quotas are raised and other programs end.
    static let memory = Duration.seconds(600)

    private let preferred: Int
    private var learnt: (limit: Int, until: Duration)?
    private var heldUntil = Duration.zero
    private var sent: [Duration] = []

    /// - Parameter perMinute: what the user allows; at least one.
    public init(perMinute: Int) {
        preferred = max(1, perMinute)
    }

    /// Requests allowed in a minute.
    public func limit(at now: Duration) -> Int {
        guard let learnt, now < learnt.until else {
            return preferred
        }
        return min(preferred, learnt.limit)
    }

    /// How long the next request has to wait; zero: it may go.
    public func wait(at now: Duration) -> Duration {
        let recent = sent.filter { $0 > now - Self.period }
        let limit = limit(at: now)
        let free = recent.count < limit ? now : recent[recent.count - limit] + Self.period
        return max(.zero, max(free, heldUntil) - now)
    }

    /// Notes that a request goes out.
    public mutating func take(at now: Duration) {
        sent.removeAll { $0 <= now - Self.period }
        sent.append(now)
    }

    /// Notes that the service refused a request because there were too many.
    ///
    /// - Parameters:
    ///   - delay: how long nothing is to be sent. Then the next request may go, whatever was sent before.
    ///   - allowed: what the service says that it allows in a minute, nil: it does not say. Then nothing is concluded: it
    ///     may count something else, such as words, or other programs' requests.
    public mutating func refuse(at now: Duration, delay: Duration, allowed: Int?) {
        heldUntil = max(heldUntil, now + delay)
        if let allowed {
            learnt = (max(1, allowed), now + Self.memory)
        }
        sent = sent.suffix(limit(at: now) - 1)
    }
}
