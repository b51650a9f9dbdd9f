/// How soon a phrase has to be translated.
public enum TranslationPriority: Int, Sendable, Comparable, CaseIterable {
    /// Fetched ahead: nobody waits for it.
    case ahead
    /// Typed, or read from a file.
    case typed
    /// Somebody has spoken and waits for an answer.
    case spoken

    /// Whether one is less urgent than the other.
    public static func < (left: TranslationPriority, right: TranslationPriority) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A line of limited length in which the urgent come first and equals in the order they came. Pure.
public struct WaitingLine: Sendable, Equatable {
    private struct Place: Sendable, Equatable {
        let ticket: Int
        let priority: TranslationPriority
    }

    private let capacity: Int
    /// In the order in which they are called.
    private var places: [Place] = []

    public init(capacity: Int = 100) {
        self.capacity = max(1, capacity)
    }

    /// How many wait.
    public var count: Int { places.count }

    /// Joins the line. Returns who has to leave because it is full, nil: nobody. It is the last one of all, and may be
    /// the one that came.
    public mutating func join(_ ticket: Int, priority: TranslationPriority) -> Int? {
        let index = places.firstIndex { $0.priority < priority } ?? places.endIndex
        places.insert(Place(ticket: ticket, priority: priority), at: index)
        return places.count > capacity ? places.removeLast().ticket : nil
    }

    /// Calls the first one, nil: nobody waits.
    public mutating func callNext() -> Int? {
        places.isEmpty ? nil : places.removeFirst().ticket
    }

    /// Leaves the line, wherever it stands.
    public mutating func leave(_ ticket: Int) {
        places.removeAll { $0.ticket == ticket }
    }
}
