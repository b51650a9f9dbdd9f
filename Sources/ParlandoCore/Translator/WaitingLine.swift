/// Priority of a translation request.
public enum TranslationPriority: Int, Sendable, Comparable, CaseIterable {
    /// A common phrase that is translated in advance. Nobody is waiting for the translation.
    case ahead
    /// Text that was typed or read from a file.
    case typed
    /// An utterance whose speaker is waiting for the translation.
    case spoken

    /// Compares priorities. A less urgent priority is less.
    public static func < (left: TranslationPriority, right: TranslationPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A priority queue of translation requests with a maximum length. Requests of equal priority are served in order of
/// arrival. Free of side effects.
public struct WaitingLine: Sendable, Equatable {
    private struct Place: Sendable, Equatable {
        let ticket: Int
        let priority: TranslationPriority
    }

    private let capacity: Int
    /// The requests in the order in which they will be served.
    private var places: [Place] = []

    /// - Parameter capacity: maximum number of requests in the queue; at least 1.
    public init(capacity: Int = 100) {
        self.capacity = max(1, capacity)
    }

    /// Number of requests in the queue.
    public var count: Int { places.count }

    /// Numbers of the requests, in the order in which they will be served.
    public var tickets: [Int] { places.map(\.ticket) }

    /// Adds a request to the queue. If the queue is then too long, removes its last request, which may be the new one,
    /// and returns the number of the removed request. Returns nil if nothing was removed.
    public mutating func join(_ ticket: Int, priority: TranslationPriority) -> Int? {
        let index = places.firstIndex { $0.priority < priority } ?? places.endIndex
        places.insert(Place(ticket: ticket, priority: priority), at: index)
        return places.count > capacity ? places.removeLast().ticket : nil
    }

    /// Removes the first request from the queue and returns its number; nil if the queue is empty.
    public mutating func callNext() -> Int? {
        places.isEmpty ? nil : places.removeFirst().ticket
    }

    /// Removes the request with this number from the queue, if it is there.
    public mutating func leave(_ ticket: Int) {
        places.removeAll { $0.ticket == ticket }
    }
}
