/// Grades strokes by their distance from the note.
public struct GradeRule: Sendable, Hashable {
    /// Maximum deviation of each grade, as a fraction of the interval between notes.
    public static let shares = (perfect: 0.15, good: 0.30, inaccurate: 0.50)
    /// Tolerance of the inclusive limits, in seconds. A nanosecond is far below the finest clock here (one frame at 192
    /// kHz is 5.2 µs) and far above the rounding error of doubles (0.1 ns after ten days). A stroke exactly at a limit
    /// therefore always gets the better grade, however its time was computed.
    public static let tolerance = 1e-9

    /// Absolute limits in seconds; nil for none.
    public let caps: GradeCaps?

    public init(caps: GradeCaps? = nil) {
        self.caps = caps
    }

    /// Returns the grade of a stroke, or nil if the stroke is too far from the note for any grade.
    ///
    /// - Parameters:
    ///   - deviation: seconds late (positive) or early (negative).
    ///   - interval: seconds between the note and its neighbour on the stroke's side.
    public func grade(deviation: Double, interval: Double) -> Grade? {
        let distance = abs(deviation) - Self.tolerance
        let unlimited = Double.infinity
        if distance <= min(Self.shares.perfect * interval, caps?.perfect ?? unlimited) {
            return .perfect
        }
        if distance <= min(Self.shares.good * interval, caps?.good ?? unlimited) {
            return .good
        }
        if distance <= min(Self.shares.inaccurate * interval, caps?.inaccurate ?? unlimited) {
            return .inaccurate
        }
        return nil
    }
}

/// Absolute limits of the grades in seconds. They apply in addition to the limits relative to the interval between
/// notes; the tighter limit counts.
public struct GradeCaps: Sendable, Hashable {
    /// Maximum deviation graded perfect. Each of the three limits is at least as large as the one before it.
    public let perfect: Double
    /// Maximum deviation graded good.
    public let good: Double
    /// Maximum deviation graded inaccurate.
    public let inaccurate: Double

    public init(perfect: Double, good: Double, inaccurate: Double) {
        self.perfect = perfect
        self.good = max(perfect, good)
        self.inaccurate = max(perfect, good, inaccurate)
    }
}

/// The grade of a stroke or a note.
public enum Grade: String, Sendable, Hashable, CaseIterable {
    case perfect
    case good
    case inaccurate
    /// A note that was not played.
    case missed
    /// An extra stroke, which matches no note: a stroke too many, or a stroke during a rest.
    case stray
}

/// The verdict on one note or one stroke.
public struct Verdict: Sendable, Hashable {
    /// Grade of the note or stroke.
    public let grade: Grade
    /// Index of the note in the exercise, without counting rests; nil for an extra stroke.
    public let note: Int?
    /// Serial number of the stroke; nil for a missed note.
    public let stroke: Int?
    /// Ticks from the first beat of the exercise to the note, or for an extra stroke to the nearest event.
    public let tick: Int
    /// Seconds late (positive) or early (negative). For an extra stroke, relative to the nearest note. Nil for a missed
    /// note, and for an extra stroke without a note nearby.
    public let deviation: Double?

    public init(grade: Grade, note: Int?, stroke: Int?, tick: Int, deviation: Double?) {
        self.grade = grade
        self.note = note
        self.stroke = stroke
        self.tick = tick
        self.deviation = deviation
    }
}
