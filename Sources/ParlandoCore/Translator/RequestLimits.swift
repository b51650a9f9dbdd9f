/// Priority of a translation request.
public enum TranslationPriority: Int, Sendable, Comparable, CaseIterable {
    /// Fetched in advance; nobody waits for it.
    case ahead
    case typed
    case spoken

    /// A less urgent priority is less.
    public static func < (left: TranslationPriority, right: TranslationPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A priority queue of requests with a maximum length, in order of arrival. Free of side effects.
public struct WaitingLine: Sendable, Equatable {
    private struct Place: Sendable, Equatable {
        let ticket: Int
        let priority: TranslationPriority
    }

    private let capacity: Int
    private var places: [Place] = []

    public init(capacity: Int = 100) {
        self.capacity = max(1, capacity)
    }

    public var count: Int { places.count }

    /// The requests in the order in which they will be served.
    public var tickets: [Int] { places.map(\.ticket) }

    /// Adds a request. If the queue is then too long, removes and returns its last request, which may be the new one.
    public mutating func join(_ ticket: Int, priority: TranslationPriority) -> Int? {
        let index = places.firstIndex { $0.priority < priority } ?? places.endIndex
        places.insert(Place(ticket: ticket, priority: priority), at: index)
        return places.count > capacity ? places.removeLast().ticket : nil
    }

    /// Removes and returns the first request.
    public mutating func callNext() -> Int? {
        places.isEmpty ? nil : places.removeFirst().ticket
    }

    /// Removes a request, if it is there.
    public mutating func leave(_ ticket: Int) {
        places.removeAll { $0.ticket == ticket }
    }
}

/// A limit on the number of requests per minute, lowered for a while if the service reports a lower one. Free of side
/// effects: the time is a parameter, as the duration since a fixed moment.
///
/// The times of all requests of the last minute are stored, so that the limit holds for any minute.
public struct RateLimit: Sendable {
    /// The period in which requests are counted.
    public static let period = Duration.seconds(60)
    /// Duration for which a lower limit of the service is used. It may have been raised since, or another program that
    /// used the same quota may have ended.
    static let memory = Duration.seconds(600)

    private let preferred: Int
    private var learnt: (limit: Int, until: Duration)?
    private var heldUntil = Duration.zero
    private var sent: [Duration] = []

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

    /// Returns the delay before the next request.
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

    /// Records a refusal because of too many requests. Nothing is sent during `delay`; afterwards one request is
    /// allowed.
    ///
    /// - Parameter allowed: the limit that the service reports; nil leaves the limit as it is, because the service
    ///   may have counted something else, such as words.
    public mutating func refuse(at now: Duration, delay: Duration, allowed: Int?) {
        heldUntil = max(heldUntil, now + delay)
        if let allowed {
            learnt = (max(1, allowed), now + Self.memory)
        }
        sent = sent.suffix(limit(at: now) - 1)
    }
}
