import ParlandoCore

/// An exchange, with the data needed to repeat one of its stages.
struct ExchangeRecord: Sendable {
    var exchange: Exchange
    /// Whether the source text was spoken rather than typed.
    var isSpoken = false
    /// The captured speech, mono at `AudioBlock.sampleRate`. Empty if the text was typed, or if the sound is no longer
    /// kept.
    var sound: [Float] = []
    /// The stage that failed or was cancelled, or nil if none was.
    var failedStage: TranslatorStage?
    /// Whether the whole speech has been recognised.
    var isTranscribed = true
}

/// The latest exchanges. Their number is limited, so that a translator that runs for days needs no more memory than
/// one that has just started.
struct ExchangeRecords: Sendable {
    /// More than the longest queue has: what waits must not be forgotten.
    private static let most = 200
    /// Maximum number of exchanges whose sound is kept.
    private static let mostSounds = 2

    private var records: [Exchange.ID: ExchangeRecord] = [:]
    private var order: [Exchange.ID] = []

    subscript(_ id: Exchange.ID) -> ExchangeRecord? {
        records[id]
    }

    /// Adds a record, or replaces the one with the same id.
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

    /// Changes a record if it exists. Returns the changed record.
    mutating func update(_ id: Exchange.ID, _ change: (inout ExchangeRecord) -> Void) -> ExchangeRecord? {
        guard var record = records[id] else {
            return nil
        }
        change(&record)
        records[id] = record
        return record
    }
}
