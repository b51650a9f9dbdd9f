import ParlandoCore

/// A queue of exchanges (texts to be translated) that wait for the current translation to end. Spoken texts come first.
struct ExchangeQueue: Sendable {
    private var line = WaitingLine()
    private var entries: [Int: (exchange: Exchange.ID, options: TranslatorOptions)] = [:]
    private var lastTicket = 0

    var isEmpty: Bool { entries.isEmpty }

    /// The exchanges (texts with their translations) in the order in which they will be translated.
    var exchanges: [Exchange.ID] {
        line.tickets.compactMap { entries[$0]?.exchange }
    }

    /// Adds an exchange (a text with its translation) to the queue. If the queue is full, removes and returns the last
    /// exchange, which may be the new one; otherwise returns nil.
    mutating func join(
        _ exchange: Exchange.ID, _ options: TranslatorOptions, priority: TranslationPriority
    ) -> Exchange.ID? {
        lastTicket += 1
        entries[lastTicket] = (exchange, options)
        let displaced = line.join(lastTicket, priority: priority)
        return displaced.flatMap { entries.removeValue(forKey: $0)?.exchange }
    }

    /// Removes and returns the first exchange (a text with its translation); nil if the queue is empty.
    mutating func callNext() -> (exchange: Exchange.ID, options: TranslatorOptions)? {
        line.callNext().flatMap { entries.removeValue(forKey: $0) }
    }

    mutating func removeAll() {
        self = ExchangeQueue()
    }
}
