import ParlandoCore

/// Finds a tempo from taps: the median of the last intervals, so that one slip does not count.
struct TapTempo {
    /// A longer pause begins anew, in seconds: slower than any tempo there is.
    private static let pause = 2.5
    private static let most = 8

    private var taps: [HostTime] = []

    /// The tempo so far in whole beats per minute; nil after a first tap.
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
