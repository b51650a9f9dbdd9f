/// Results of practising one rhythm exercise on one day. Only sums are stored.
public struct PracticeDay: Sendable, Equatable, Codable {
    /// Date in the user's calendar, as the number of days since 1970-01-01.
    public let day: Int
    /// Identifier of the exercise (`Exercise.practiceName`).
    public let exercise: String
    /// Number of notes that were graded perfect or good.
    public private(set) var right = 0
    /// Number of notes and strokes that count towards the accuracy: perfect, good and missed notes, and extra strokes.
    public private(set) var counted = 0
    /// Number of strokes that matched a note.
    public private(set) var hits = 0
    /// Sum of the deviations of the strokes counted in `hits`, in seconds.
    private var sum = 0.0

    /// Maximum of each count. Practice on a single day cannot exceed it.
    private static let most = 1_000_000

    public init(day: Int, exercise: String) {
        self.day = day
        self.exercise = exercise
    }

    /// Accuracy in percent, computed as in `RhythmResults`; nil if `counted` is 0.
    public var accuracy: Double? {
        counted > 0 ? 100 * Double(right) / Double(counted) : nil
    }

    /// Mean deviation of the strokes in seconds, positive if they were late; nil if no stroke matched a note.
    public var bias: Double? {
        hits > 0 ? sum / Double(hits) : nil
    }

    /// Whether the counts, the sum and the date are plausible. Numbers that were read from a file might not be.
    public var isSound: Bool {
        (0...counted).contains(right) && counted <= Self.most && (0...Self.most).contains(hits) && sum.isFinite
            && (0...10_000_000).contains(day)
    }

    /// Adds the results of an exercise to the day. Does nothing if a count would exceed its maximum of a million.
    public mutating func add(_ results: RhythmResults) {
        let isRight = results.count(.perfect) + results.count(.good)
        let total = isRight + results.count(.missed) + results.count(.stray)
        guard counted + total <= Self.most, hits + results.timing.count <= Self.most else {
            return
        }
        right += isRight
        counted += total
        hits += results.timing.count
        sum += (results.timing.mean ?? 0) * Double(results.timing.count)
    }
}

/// Port: stores the results of rhythm exercises, day by day.
public protocol PracticeStore: Sendable {
    /// Returns the results of the last days on which an exercise was practised, oldest first.
    ///
    /// - Parameters:
    ///   - exercise: identifier of the exercise (`Exercise.practiceName`).
    ///   - limit: maximum number of days.
    func days(of exercise: String, limit: Int) async -> [PracticeDay]
    /// Adds the results of an exercise to those stored for a day.
    ///
    /// - Parameters:
    ///   - exercise: identifier of the exercise (`Exercise.practiceName`).
    ///   - day: number of days since 1970-01-01.
    func add(_ results: RhythmResults, of exercise: String, on day: Int) async throws(TextSaveError)
    /// Deletes all stored results of exercises.
    func removeAll() async throws(KeptFileError)
}

extension Exercise {
    /// Identifier of the exercise in the stored results. Exercises that differ only in their number of bars or random
    /// seed have the same identifier.
    public var practiceName: String {
        switch content {
        case .sequence(let patterns): meter.rawValue + " " + patterns.map(\.id).joined(separator: ",")
        case .random(let patterns, _): meter.rawValue + " random " + patterns.map(\.id).sorted().joined(separator: ",")
        }
    }
}
