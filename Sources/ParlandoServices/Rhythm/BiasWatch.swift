import ParlandoCore

/// Detects strokes that are steadily late or early, which indicates a wrong latency rather than an inaccurate player.
/// It has no side effects.
struct BiasWatch: Sendable {
    /// Number of the latest strokes that matched a note, which are evaluated together.
    private static let needed = 50
    /// Smallest bias to report, in seconds. A correction could not improve on a smaller one.
    private static let smallest = 0.008
    /// Minimum fraction of the strokes that deviate in the same direction. If fewer do, the deviations are random
    /// scatter.
    private static let share = 0.8

    private var deviations: [Double] = []
    private var isTold = false

    /// Adds verdicts. Returns the bias in seconds the first time that one is found, and nil otherwise.
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
