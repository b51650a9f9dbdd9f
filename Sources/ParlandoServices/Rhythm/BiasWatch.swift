import ParlandoCore

/// Detects strokes that are consistently late or early, which indicates a wrong latency rather than an inaccurate
/// player.
struct BiasWatch: Sendable {
    /// Latest strokes that are evaluated together.
    private static let needed = 50
    /// Seconds. A correction could not improve on a smaller bias.
    private static let smallest = 0.008
    /// Fraction of the strokes that must deviate in the same direction. With less, it is scatter.
    private static let share = 0.8

    private var deviations: [Double] = []
    private var isTold = false

    /// Returns the median deviation in seconds the first time that it is a bias.
    mutating func add(_ verdicts: [Verdict]) -> Double? {
        guard !isTold else {
            return nil
        }
        deviations += verdicts.filter { $0.note != nil }.compactMap(\.deviation)
        guard deviations.count >= Self.needed else {
            return nil
        }
        deviations.removeFirst(deviations.count - Self.needed)
        let median = deviations.sorted()[Self.needed / 2]
        let sameSide = deviations.count { ($0 > 0) == (median > 0) }
        guard abs(median) >= Self.smallest, Double(sameSide) >= Self.share * Double(Self.needed) else {
            return nil
        }
        isTold = true
        return median
    }
}
