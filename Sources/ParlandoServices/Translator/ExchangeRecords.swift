import ParlandoCore

/// An exchange and what is needed to repeat one of its stages.
struct ExchangeRecord: Sendable {
    var exchange: Exchange
    var isSpoken = false
    /// Mono at `AudioBlock.sampleRate`. Empty if the text was typed, or if the sound has been dropped.
    var sound: [Float] = []
    /// The stage that failed or was cancelled.
    var failedStage: TranslatorStage?
    var isTranscribed = true
}

/// The latest exchanges, limited so that memory does not grow over days.
struct ExchangeRecords: Sendable {
    /// More than the longest queue, so that exchanges that wait are not dropped.
    private static let most = 200
    private static let mostSounds = 2

    private var records: [Exchange.ID: ExchangeRecord] = [:]
    private var order: [Exchange.ID] = []

    subscript(_ id: Exchange.ID) -> ExchangeRecord? {
        records[id]
    }

    /// Drops the oldest records and sounds above the maximum.
    mutating func keep(_ record: ExchangeRecord) {
        let id = record.exchange.id
        if records.updateValue(record, forKey: id) == nil {
            order.append(id)
            if order.count > Self.most {
                records[order.removeFirst()] = nil
            }
        }
        for old in order.reversed().filter({ records[$0]?.sound.isEmpty == false }).dropFirst(Self.mostSounds) {
            records[old]?.sound = []
        }
    }

    /// Returns the changed record; nil if it does not exist.
    mutating func update(_ id: Exchange.ID, _ change: (inout ExchangeRecord) -> Void) -> ExchangeRecord? {
        guard var record = records[id] else {
            return nil
        }
        change(&record)
        records[id] = record
        return record
    }
}

/// The exchanges that wait for the current translation to end, spoken ones first.
struct ExchangeQueue: Sendable {
    private var line = WaitingLine()
    private var entries: [Int: (exchange: Exchange.ID, options: TranslatorOptions)] = [:]
    private var lastTicket = 0

    var isEmpty: Bool { entries.isEmpty }

    var exchanges: [Exchange.ID] {
        line.tickets.compactMap { entries[$0]?.exchange }
    }

    /// If the queue is full, removes and returns its last exchange, which may be the new one.
    mutating func join(
        _ exchange: Exchange.ID, _ options: TranslatorOptions, priority: TranslationPriority
    ) -> Exchange.ID? {
        lastTicket += 1
        entries[lastTicket] = (exchange, options)
        let displaced = line.join(lastTicket, priority: priority)
        return displaced.flatMap { entries.removeValue(forKey: $0)?.exchange }
    }

    mutating func callNext() -> (exchange: Exchange.ID, options: TranslatorOptions)? {
        line.callNext().flatMap { entries.removeValue(forKey: $0) }
    }

    mutating func removeAll() {
        self = ExchangeQueue()
    }
}

/// The languages of one exchange.
struct TranslationDirection: Sendable, Equatable {
    let source: String?
    let target: String

    /// - Parameter heard: nil if the text was typed or its language is unknown.
    init(_ options: TranslatorOptions, heard: String?) {
        guard options.isConversation, let left = options.source else {
            source = options.source ?? heard.flatMap { SpeechLanguage.translated(tag: $0)?.code }
            target = options.target
            return
        }
        // Speech that is in neither language of a conversation is taken to be in the other.
        source = heard == options.target ? options.target : left
        target = heard == options.target ? left : options.target
    }
}
