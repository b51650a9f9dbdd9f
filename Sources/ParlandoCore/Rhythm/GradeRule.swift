/// Grades strokes by their distance from the note.
public struct GradeRule: Sendable, Hashable {
    /// Maximum deviation of each grade, as a fraction of the interval between notes.
    public static let shares = (perfect: 0.15, good: 0.30, inaccurate: 0.50)
    /// Tolerance of the limits, which are inclusive, in seconds. A nanosecond is far below the finest clock here (a
    /// frame at 192 kHz is 5.2 µs) and far above the rounding error of doubles (0.1 ns after ten days). A stroke
    /// exactly at a limit therefore always gets the better grade, however its time was computed.
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
