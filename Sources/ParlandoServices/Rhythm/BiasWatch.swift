import ParlandoCore

/// Notices strokes that are steadily late, or early: rather the latency than the player. Pure.
struct BiasWatch: Sendable {
    /// Hits that are looked at together.
    private static let needed = 50
    /// Seconds: less than this is nothing that a correction could improve.
    private static let smallest = 0.008
    /// A bias that is smaller than the scatter is none.
    private static let share = 0.8

    private var deviations: [Double] = []
    private var isTold = false

    /// The bias in seconds, once, when there is one.
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
