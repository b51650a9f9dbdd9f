/// Results of practising one exercise on one day, as sums.
public struct PracticeDay: Sendable, Equatable, Codable {
    /// Days since 1970-01-01 in the user's calendar.
    public let day: Int
    /// Name as in `Exercise.practiceName`.
    public let exercise: String
    /// Number of perfect and good notes.
    public private(set) var right = 0
    /// All that the accuracy counts: perfect, good and missed notes, and extra strokes.
    public private(set) var counted = 0
    /// Number of strokes that matched a note.
    public private(set) var hits = 0
    /// Sum of their deviations in seconds.
    private var sum = 0.0

    /// Maximum of each count; a day cannot exceed it.
    private static let most = 1_000_000

    public init(day: Int, exercise: String) {
        self.day = day
        self.exercise = exercise
    }

    /// A percentage, as in `RhythmResults`.
    public var accuracy: Double? {
        counted > 0 ? 100 * Double(right) / Double(counted) : nil
    }

    /// Mean deviation in seconds, positive if late.
    public var bias: Double? {
        hits > 0 ? sum / Double(hits) : nil
    }

    /// Whether numbers that were read from a file are plausible.
    public var isSound: Bool {
        right >= 0 && right <= counted && counted <= Self.most && (0...Self.most).contains(hits) && sum.isFinite
            && (0...10_000_000).contains(day)
    }

    /// Sums of weeks, each named by its Monday. 1970-01-01 was a Thursday.
    ///
    /// - Parameter days: of one exercise, oldest first.
    public static func weeks(of days: [PracticeDay]) -> [PracticeDay] {
        days.reduce(into: []) { weeks, day in
            let monday = day.day - (day.day + 3) % 7
            if weeks.last?.day != monday {
                weeks.append(PracticeDay(day: monday, exercise: day.exercise))
            }
            weeks[weeks.count - 1].add(day)
        }
    }

    /// Does nothing if a count would exceed its maximum.
    public mutating func add(_ results: RhythmResults) {
        var new = PracticeDay(day: day, exercise: exercise)
        (new.right, new.counted, new.hits) = (results.inTime, results.counted, results.timing.count)
        new.sum = (results.timing.mean ?? 0) * Double(new.hits)
        if counted + new.counted <= Self.most, hits + new.hits <= Self.most {
            add(new)
        }
    }

    private mutating func add(_ other: PracticeDay) {
        right += other.right
        counted += other.counted
        hits += other.hits
        sum += other.sum
    }
}

/// Port: stores the results of exercises, day by day.
public protocol PracticeStore: Sendable {
    /// The last days on which an exercise (`Exercise.practiceName`) was practised, at most `limit`, oldest first.
    func days(of exercise: String, limit: Int) async -> [PracticeDay]
    /// - Parameter day: days since 1970-01-01.
    func add(_ results: RhythmResults, of exercise: String, on day: Int) async throws(TextSaveError)
    func removeAll() async throws(KeptFileError)
}

extension Exercise {
    /// Exercises that differ only in their number of bars or random seed have the same name.
    public var practiceName: String {
        switch content {
        case .sequence(let patterns):
            // An own rhythm is told by its notes.
            meter.rawValue + " "
                + patterns.map { $0.id == Pattern.ownID ? String($0.text.prefix(200)) : $0.id }.joined(separator: ",")
        case .random(let patterns, _): meter.rawValue + " random " + patterns.map(\.id).sorted().joined(separator: ",")
        }
    }
}

/// Port: haptic feedback for strokes, on devices that support it.
public protocol StrokeHaptics: Sendable {
    /// Returns once the system has accepted the request.
    func feel(_ grade: Grade) async
}
