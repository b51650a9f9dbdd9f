/// The rule by which a stroke is graded: by its timing deviation from the note.
public struct GradeRule: Sendable, Hashable {
    /// Maximum deviation of each grade, as a fraction of the interval between notes.
    public static let shares = (perfect: 0.15, good: 0.30, inaccurate: 0.50)
    /// Tolerance of the inclusive limits, in seconds, so that a stroke exactly at a limit always gets the better grade.
    /// A nanosecond is far below the resolution of the audio (5.2 µs at 192 kHz), and far above the rounding error of
    /// doubles (0.1 ns after ten days).
    public static let tolerance = 1e-9

    /// Limits of the grades in seconds, in addition to those that are fractions of the interval between notes; nil for
    /// none.
    public let caps: GradeCaps?

    public init(caps: GradeCaps? = nil) {
        self.caps = caps
    }

    /// Returns the grade of a stroke, or nil if the stroke is too far from the note for any grade.
    ///
    /// - Parameters:
    ///   - deviation: deviation of the stroke from the note in seconds; positive if the stroke was late.
    ///   - interval: seconds from the note to the previous note or rest if the stroke was early, or to the next if it
    ///     was late.
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

/// Limits of the grades in seconds. They apply in addition to the limits that are fractions of the interval between
/// notes. The smaller of the two limits decides.
public struct GradeCaps: Sendable, Hashable {
    /// Maximum deviation of a stroke graded perfect, in seconds.
    public let perfect: Double
    /// Maximum deviation of a stroke graded good, in seconds. At least `perfect`.
    public let good: Double
    /// Maximum deviation of a stroke graded inaccurate, in seconds. At least `good`.
    public let inaccurate: Double

    public init(perfect: Double, good: Double, inaccurate: Double) {
        self.perfect = perfect
        self.good = max(perfect, good)
        self.inaccurate = max(perfect, good, inaccurate)
    }
}

/// The grade of a stroke, or of a note that was not played.
public enum Grade: String, Sendable, Hashable, CaseIterable {
    case perfect
    case good
    case inaccurate
    /// The player did not play the note.
    case missed
    /// An extra stroke, which matches no note.
    case stray
}

/// The judgement of one note or one stroke in an exercise.
public struct Verdict: Sendable, Hashable {
    /// Grade of the note or stroke.
    public let grade: Grade
    /// Index of the note in the exercise, from 0, without counting rests; nil for an extra stroke.
    public let note: Int?
    /// Number of the stroke, from 0 in the order of arrival; nil for a missed note.
    public let stroke: Int?
    /// Position of the note in ticks (twelfths of a beat) from the first beat of the exercise. For an extra stroke, the
    /// position of the nearest note or rest.
    public let tick: Int
    /// Deviation of the stroke from the note in seconds, positive if the stroke was late. For an extra stroke, the
    /// deviation from the nearest note. Nil for a missed note, and for an extra stroke without a note nearby.
    public let deviation: Double?

    public init(grade: Grade, note: Int?, stroke: Int?, tick: Int, deviation: Double?) {
        self.grade = grade
        self.note = note
        self.stroke = stroke
        self.tick = tick
        self.deviation = deviation
    }
}
