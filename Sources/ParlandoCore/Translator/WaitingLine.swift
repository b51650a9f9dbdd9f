/// Priority of a translation request.
public enum TranslationPriority: Int, Sendable, Comparable, CaseIterable {
    /// A prefetched phrase that nobody is waiting for.
    case ahead
    /// Text that was typed or read from a file.
    case typed
    /// An utterance whose speaker is waiting for the translation.
    case spoken

    /// Compares priorities; the less urgent one is less.
    public static func < (left: TranslationPriority, right: TranslationPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A priority queue of limited length. Equal priorities are served in order of arrival. Free of side effects.
public struct WaitingLine: Sendable, Equatable {
    private struct Place: Sendable, Equatable {
        let ticket: Int
        let priority: TranslationPriority
    }

    private let capacity: Int
    /// Places in the order in which they are served.
    private var places: [Place] = []

    public init(capacity: Int = 100) {
        self.capacity = max(1, capacity)
    }

    /// Number of requests in the queue.
    public var count: Int { places.count }

    /// The requests in the order in which they are served.
    public var tickets: [Int] { places.map(\.ticket) }

    /// Adds a request to the queue. If the queue is full, removes and returns the last request, which might be the new
    /// one. Nil if nothing was removed.
    public mutating func join(_ ticket: Int, priority: TranslationPriority) -> Int? {
        let index = places.firstIndex { $0.priority < priority } ?? places.endIndex
        places.insert(Place(ticket: ticket, priority: priority), at: index)
        return places.count > capacity ? places.removeLast().ticket : nil
    }

    /// Removes and returns the first request; nil if the queue is empty.
    public mutating func callNext() -> Int? {
        places.isEmpty ? nil : places.removeFirst().ticket
    }

    /// Removes a request from any place in the queue.
    public mutating func leave(_ ticket: Int) {
        places.removeAll { $0.ticket == ticket }
    }
}
