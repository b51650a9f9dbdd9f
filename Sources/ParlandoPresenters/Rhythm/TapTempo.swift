import ParlandoCore

/// Computes a tempo from the user's taps. The tempo is the median of the latest intervals, so that a single slip has no
/// effect. If the last two intervals agree with each other and differ from the intervals before them, the user has
/// changed the tempo, and only these two count.
struct TapTempo {
    /// Interval, in seconds, after which a tap starts a new measurement. It is longer than a beat at the slowest tempo
    /// (3 s at 20 BPM).
    private static let pause = 3.5
    private static let most = 8
    /// Maximum ratio of two intervals at which they count as the same tempo. People tap with a spread of 2–4 % of the
    /// interval (Repp, "Sensorimotor synchronization", 2005), so that two intervals of one tempo rarely differ by more
    /// than 12 %.
    private static let sameTempo = 1.12

    private var taps: [HostTime] = []

    /// Adds a tap. Returns the tempo in whole beats per minute, or nil if the tap starts a new measurement.
    mutating func tap(at time: HostTime) -> Tempo? {
        if let last = taps.last, time.seconds(since: last) > Self.pause || time <= last {
            taps = []
        }
        taps = taps.suffix(Self.most) + [time]
        var intervals = zip(taps, taps.dropFirst()).map { $1.seconds(since: $0) }
        if Self.hasChanged(intervals) {
            taps = taps.suffix(3)
            intervals = intervals.suffix(2)
        }
        return Self.median(intervals).map { Tempo(clamping: (60 / $0).rounded()) }
    }

    private static func hasChanged(_ intervals: [Double]) -> Bool {
        guard let former = median(intervals.dropLast(2)) else {
            return false
        }
        let latest = intervals.suffix(2)
        let ratio = { (one: Double, other: Double) in max(one, other) / min(one, other) }
        let (low, high) = (latest.min() ?? former, latest.max() ?? former)
        return ratio(low, high) <= sameTempo && latest.allSatisfy { ratio($0, former) > sameTempo }
            && (low > former) == (high > former)
    }

    private static func median(_ intervals: some Sequence<Double>) -> Double? {
        let sorted = intervals.sorted()
        guard !sorted.isEmpty else {
            return nil
        }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
