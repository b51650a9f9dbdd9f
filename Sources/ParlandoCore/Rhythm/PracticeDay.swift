/// Results of practising one exercise on one day. Only sums are stored.
public struct PracticeDay: Sendable, Equatable, Codable {
    /// Days since 1970-01-01, by the user's calendar.
    public let day: Int
    /// Identifier of the exercise, see `Exercise.practiceName`.
    public let exercise: String
    /// Number of perfect and good notes.
    public private(set) var right = 0
    /// Number of notes and strokes that count towards the accuracy: perfect, good and missed notes, and extra strokes.
    public private(set) var counted = 0
    /// Number of strokes that matched a note. `sum` is the sum of their deviations in seconds.
    public private(set) var hits = 0
    private var sum = 0.0

    /// Maximum of each number. Practice on a single day cannot exceed it.
    private static let most = 1_000_000

    public init(day: Int, exercise: String) {
        self.day = day
        self.exercise = exercise
    }

    /// Accuracy in percent, as in `RhythmResults`; nil if nothing counted.
    public var accuracy: Double? {
        counted > 0 ? 100 * Double(right) / Double(counted) : nil
    }

    /// Mean deviation in seconds, late if positive; nil if no note was hit.
    public var bias: Double? {
        hits > 0 ? sum / Double(hits) : nil
    }

    /// Whether the numbers are plausible. Numbers read from a file might not be.
    public var isSound: Bool {
        (0...counted).contains(right) && counted <= Self.most && (0...Self.most).contains(hits) && sum.isFinite
            && (0...10_000_000).contains(day)
    }

    /// Adds the results of an exercise. Does nothing if a number would exceed its maximum.
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

/// Port: stores the results of exercises, day by day.
public protocol PracticeStore: Sendable {
    /// Returns the last days on which an exercise was practised, oldest first.
    func days(of exercise: String, limit: Int) async -> [PracticeDay]
    /// Adds the results of an exercise to a day.
    func add(_ results: RhythmResults, of exercise: String, on day: Int) async throws(TextSaveError)
    /// Deletes all results.
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
