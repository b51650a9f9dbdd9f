import ParlandoCore

/// An exchange, and what is needed to do a stage of it again.
struct ExchangeRecord: Sendable {
    var exchange: Exchange
    /// Whether it was spoken.
    var isSpoken = false
    /// What was heard, mono at `AudioBlock.sampleRate`; empty: typed, or forgotten.
    var sound: [Float] = []
    /// Where it failed or was cancelled, nil: nowhere.
    var failedStage: InterpreterStage?
    /// Whether all that was said is written down.
    var isTranscribed = true
}

/// The latest exchanges. Bounded, so that an interpreter that runs for days needs no more memory than one that has
/// just begun.
struct ExchangeRecords: Sendable {
    private static let most = 100
    /// Exchanges whose sound is kept.
    private static let mostSounds = 2

    private var records: [Exchange.ID: ExchangeRecord] = [:]
    private var order: [Exchange.ID] = []

    subscript(_ id: Exchange.ID) -> ExchangeRecord? {
        records[id]
    }

    /// Adds a record, or replaces the one of that id.
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

    /// Changes a record that is there. Returns what it became.
    mutating func update(_ id: Exchange.ID, _ change: (inout ExchangeRecord) -> Void) -> ExchangeRecord? {
        guard var record = records[id] else {
            return nil
        }
        change(&record)
        records[id] = record
        return record
    }
}
