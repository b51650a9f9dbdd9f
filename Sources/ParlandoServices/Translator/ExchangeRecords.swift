import ParlandoCore

/// An exchange (a text with its translation) and the data needed to repeat one of its stages.
struct ExchangeRecord: Sendable {
    var exchange: Exchange
    /// Whether the source text was spoken rather than typed.
    var isSpoken = false
    /// The captured speech, mono at `AudioBlock.sampleRate`. Empty if the text was typed, or if the sound has been
    /// dropped.
    var sound: [Float] = []
    /// Stage of the exchange (a text with its translation) that failed or was cancelled, such as translating; nil if
    /// none did.
    var failedStage: TranslatorStage?
    /// Whether all of the speech has been recognised.
    var isTranscribed = true
}

/// The latest exchanges (texts with their translations). Their number is limited, so that memory does not grow over
/// days.
struct ExchangeRecords: Sendable {
    /// Maximum number of exchanges kept. It is larger than the longest queue, so exchanges that wait are not dropped.
    private static let most = 200
    /// Maximum number of exchanges whose sound is kept.
    private static let mostSounds = 2

    private var records: [Exchange.ID: ExchangeRecord] = [:]
    private var order: [Exchange.ID] = []

    subscript(_ id: Exchange.ID) -> ExchangeRecord? {
        records[id]
    }

    /// Adds a record, or replaces the record with the same id. Drops the oldest records and sounds above the maximum.
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

    /// Changes a record if it exists. Returns the changed record; nil if it does not exist.
    mutating func update(_ id: Exchange.ID, _ change: (inout ExchangeRecord) -> Void) -> ExchangeRecord? {
        guard var record = records[id] else {
            return nil
        }
        change(&record)
        records[id] = record
        return record
    }
}
