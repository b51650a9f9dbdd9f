struct GradeRule: Sendable {
    /// Maximum deviation of each grade, as a fraction of the interval between notes.
    static let shares = (perfect: 0.15, good: 0.30, inaccurate: 0.50)
    /// Seconds by which the limits are widened, so that a stroke exactly at a limit always gets the better grade. Far
    /// below the resolution of audio (5.2 µs at 192 kHz), far above the rounding error of doubles (0.1 ns after ten
    /// days).
    static let tolerance = 1e-9

    var caps: GradeCaps?

    /// Nil if the stroke is too far from the note for any grade.
    ///
    /// - Parameters:
    ///   - deviation: seconds; positive if the stroke was late.
    ///   - interval: seconds to the previous note or rest if the stroke was early, to the next if it was late.
    func grade(deviation: Double, interval: Double) -> Grade? {
        let distance = abs(deviation) - Self.tolerance
        let limits: [(grade: Grade, share: Double, cap: Double?)] = [
            (.perfect, Self.shares.perfect, caps?.perfect), (.good, Self.shares.good, caps?.good),
            (.inaccurate, Self.shares.inaccurate, caps?.inaccurate),
        ]
        return limits.first { distance <= min($0.share * interval, $0.cap ?? .infinity) }?.grade
    }
}

/// Limits of the grades in seconds. They apply in addition to the fractions of the interval; the smaller limit decides.
public struct GradeCaps: Sendable, Hashable {
    public let perfect: Double
    public let good: Double
    public let inaccurate: Double

    public init(perfect: Double, good: Double, inaccurate: Double) {
        self.perfect = perfect
        self.good = max(perfect, good)
        self.inaccurate = max(perfect, good, inaccurate)
    }
}

public enum Grade: String, Sendable, Hashable, CaseIterable {
    case perfect
    case good
    case inaccurate
    case missed
    /// An extra stroke, which matches no note.
    case stray
}

/// The judgement of one note or one stroke.
public struct Verdict: Sendable, Hashable {
    public let grade: Grade
    /// Index of the note, from 0, without rests; nil for an extra stroke.
    public let note: Int?
    /// Number of the stroke, from 0 in the order of arrival; nil for a missed note.
    public let stroke: Int?
    /// Ticks from the first beat to the note; for an extra stroke, to the nearest note or rest.
    public let tick: Int
    /// Seconds from the note, or from the nearest one, to the stroke; positive if late. Nil for a missed note, and for
    /// an extra stroke without a note nearby.
    public let deviation: Double?

    public init(grade: Grade, note: Int?, stroke: Int?, tick: Int, deviation: Double?) {
        self.grade = grade
        self.note = note
        self.stroke = stroke
        self.tick = tick
        self.deviation = deviation
    }
}
