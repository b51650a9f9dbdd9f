import ParlandoCore

/// Computes a latency from the times of taps along with clicks. It has no side effects.
struct TapStatistics: Sendable {
    /// Number of taps that are needed, not counting the first few, which are ignored because people need them to find
    /// the beat.
    static let needed = 16
    private static let ignored = 3
    /// Fraction of the taps that is used. The quarter furthest from the median is left out as outliers.
    private static let kept = 0.75
    /// Standard deviation of the median of a single tap, as a multiple of the largest deviation among the used taps, if
    /// the deviations are normally distributed: √(π/2) / 1.15.
    private static let medianPerLimit = 1.09
    /// Maximum spread of the used taps (largest minus smallest deviation) at which the result is accepted, in seconds.
    private static let widestSpread = 0.030

    private var deviations: [Double] = []
    private var seen = 0

    /// Number of taps counted so far.
    var count: Int {
        deviations.count
    }

    /// Adds a tap.
    ///
    /// - Parameter deviation: time from the click to the tap, in seconds.
    mutating func add(_ deviation: Double) {
        seen += 1
        if seen > Self.ignored {
            deviations.append(deviation)
        }
    }

    /// Returns the result of the calibration, or a failure if the taps differ too much; nil if more taps are needed.
    ///
    /// - Parameter clock: standard deviation of the times of the clicks, in seconds.
    func result(clock: Double) -> Result<LatencyCalibration, RhythmFailure>? {
        guard count >= Self.needed else {
            return nil
        }
        let sorted = deviations.sorted()
        let median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
        let near = sorted.map { abs($0 - median) }.sorted()
        let limit = near[Int((Double(count) * Self.kept).rounded(.up)) - 1]
        let believed = sorted.filter { abs($0 - median) <= limit }
        let spread = (believed.last ?? median) - (believed.first ?? median)
        guard spread <= Self.widestSpread else {
            return .failure(.spread(spread))
        }
        let uncertainty = ClockPair.together(Self.medianPerLimit * limit / Double(count).squareRoot(), clock)
        return .success(LatencyCalibration(median: median, spread: spread, uncertainty: uncertainty))
    }
}
