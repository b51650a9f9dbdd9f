/// How far from its note a stroke may be for each grade.
public struct GradeRule: Sendable, Hashable {
    /// Largest share of the interval between notes that is still perfect, good, inaccurate.
    public static let shares = (perfect: 0.15, good: 0.30, inaccurate: 0.50)
    /// Borders are inclusive. A nanosecond more is allowed for: it is far below the finest clock here (a frame at
    /// 192 kHz is 5.2 µs) and far above what doubles lose (0.1 ns after ten days), so a stroke exactly on a border
    /// stays on its side however it was computed.
    public static let tolerance = 1e-9

    /// Upper bounds in seconds, nil: none.
    public let caps: GradeCaps?

    public init(caps: GradeCaps? = nil) {
        self.caps = caps
    }

    /// The grade of a stroke, nil: it is too far away.
    ///
    /// - Parameters:
    ///   - deviation: seconds late (positive) or early.
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
