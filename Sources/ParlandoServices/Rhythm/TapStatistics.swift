import ParlandoCore

/// Makes a latency of taps at clicks. Pure.
struct TapStatistics: Sendable {
    /// Taps that are counted; the first few, while people find the beat, are not.
    static let needed = 16
    private static let ignored = 3
    /// People scatter: the quarter furthest from the median is left out.
    private static let kept = 0.75
    /// Largest minus smallest that is still believed, in seconds.
    private static let widestSpread = 0.030

    private var deviations: [Double] = []
    private var seen = 0

    /// Taps counted so far.
    var count: Int {
        deviations.count
    }

    /// - Parameter deviation: seconds from the click to the tap.
    mutating func add(_ deviation: Double) {
        seen += 1
        if seen > Self.ignored {
            deviations.append(deviation)
        }
    }

    /// Nil: more taps are needed.
    var result: Result<LatencyCalibration, RhythmFailure>? {
        guard count >= Self.needed else {
            return nil
        }
        let sorted = deviations.sorted()
        let median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
        let near = sorted.map { abs($0 - median) }.sorted()
        let limit = near[Int((Double(count) * Self.kept).rounded(.up)) - 1]
        let believed = sorted.filter { abs($0 - median) <= limit }
        let spread = (believed.last ?? median) - (believed.first ?? median)
        return spread > Self.widestSpread
            ? .failure(.spread(spread)) : .success(LatencyCalibration(median: median, spread: spread))
    }
}
