import ParlandoCore

/// Measures how far the positions that a device reports after a gap are from the clock fit (which maps frames to
/// times). Free of side effects.
///
/// The first reports after a gap are not used, because a sound server does not know its latency yet. The mean of the
/// later ones counts once they differ by little, or once the means of two successive stretches agree: reports that
/// scatter evenly, as those of a sound server that works in steps, have a good mean, but reports that drift do not.
struct GapMeasurement {
    /// How far the reported positions are ahead of the clock fit (which maps frames to times), in frames.
    enum Result: Equatable {
        case measured(Double)
        /// The reports never agreed for as long as errors of a sound server last.
        case unclear(Double)
    }

    /// Time after a gap during which a sound server does not report a valid latency, in seconds.
    private static let secondsOfConfusion = 0.3
    /// Duration of a stretch of reports from which the position is measured, in seconds.
    private static let secondsOfProof = 0.3
    /// Maximum standard deviation of the reports of a stretch, and maximum difference of the means of two stretches, in
    /// seconds.
    private static let largestScatter = 0.001
    /// Timeout in seconds, as of `StreamClock` for reports that it doubts.
    private static let patience = 10.0

    /// Mean and variance of the differences between reported positions and the clock fit (which maps frames to times),
    /// in frames.
    private struct Leads {
        private(set) var mean = 0.0
        private var squares = 0.0
        private var count = 0.0

        var variance: Double {
            squares / max(count, 1)
        }

        mutating func add(_ lead: Double) {
            count += 1
            let difference = lead - mean
            mean += difference / count
            squares += difference * (lead - mean)
        }
    }

    private let rate: Double
    /// Time of the first report that is used.
    private let first: HostTime
    /// Time of the first report of the current stretch.
    private var begin: HostTime
    private var leads = Leads()
    /// Mean of the stretch before.
    private var before: Double?

    /// - Parameters:
    ///   - gap: time of the first report after the gap.
    ///   - rate: sample rate in Hz.
    init(after gap: HostTime, rate: Double) {
        self.rate = rate
        first = gap.advanced(by: Self.secondsOfConfusion)
        begin = first
    }

    /// Takes a report. Returns the result once there is one.
    ///
    /// - Parameter lead: frames by which the reported position is ahead of the clock fit (which maps frames to times).
    mutating func take(lead: Double, at time: HostTime) -> Result? {
        guard time >= begin else {
            return nil
        }
        leads.add(lead)
        guard time.seconds(since: begin) >= Self.secondsOfProof else {
            return nil
        }
        let most = Self.largestScatter * rate
        let mean = leads.mean
        if leads.variance.squareRoot() <= most {
            return .measured(mean)
        }
        if let before, abs(mean - before) <= most {
            return .measured((mean + before) / 2)
        }
        if time.seconds(since: first) >= Self.patience {
            return .unclear(mean)
        }
        before = mean
        leads = Leads()
        begin = time
        return nil
    }
}
