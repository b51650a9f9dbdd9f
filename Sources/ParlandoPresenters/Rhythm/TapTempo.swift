import ParlandoCore

/// Finds a tempo from taps. It takes the median of the last intervals, so that a single slip has no effect.
struct TapTempo {
    /// Interval in seconds after which a tap starts a new measurement. It is longer than a beat of the slowest tempo.
    private static let pause = 2.5
    private static let most = 8

    private var taps: [HostTime] = []

    /// Adds a tap. Returns the tempo in whole beats per minute, or nil after the first tap.
    mutating func tap(at time: HostTime) -> Tempo? {
        if let last = taps.last, time.seconds(since: last) > Self.pause || time <= last {
            taps = []
        }
        taps = taps.suffix(Self.most) + [time]
        let intervals = zip(taps, taps.dropFirst()).map { $1.seconds(since: $0) }.sorted()
        guard !intervals.isEmpty else {
            return nil
        }
        let middle = intervals.count / 2
        let median = intervals.count % 2 == 1 ? intervals[middle] : (intervals[middle - 1] + intervals[middle]) / 2
        return Tempo(clamping: (60 / median).rounded())
    }
}
