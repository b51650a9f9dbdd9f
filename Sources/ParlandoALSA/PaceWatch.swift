import ParlandoCore

/// Detects a drift of a stream's reports at a rate that no device has. Free of side effects.
///
/// A client of PulseAudio smooths the latency over five seconds (`SMOOTHER_HISTORY_TIME` in its stream.c). On a busy
/// computer one wrong answer of the server therefore makes the reports drift by up to a tenth of the elapsed time for
/// as long, although the sound continues normally. Crystals are accurate to some hundred ppm.
struct PaceWatch {
    /// Maximum relative deviation from the nominal rate of any device.
    private static let largestDeviation = 0.003
    /// Maximum and minimum duration of the reports that are compared, in seconds.
    private static let span = 1.0
    private static let shortestSpan = 0.3
    /// Seconds between two checks.
    private static let interval = 0.1
    /// Timeout in seconds after which drifting reports are accepted: twice the length of the smoothing.
    private static let patience = 10.0

    /// Whether the current reports are unreliable.
    private(set) var isDoubtful = false

    private let rate: Double
    private var reports: [(time: HostTime, frame: Double)] = []
    private var lastLook: HostTime?
    private var oddSince: HostTime?

    init(rate: Double) {
        self.rate = rate
    }

    /// Adds a report. Times must not decrease.
    mutating func take(frame: Double, at time: HostTime) {
        reports.append((time, frame))
        if let last = lastLook, time.seconds(since: last) < Self.interval {
            return
        }
        lastLook = time
        reports.removeAll { time.seconds(since: $0.time) > Self.span }
        guard let first = reports.first, time.seconds(since: first.time) >= Self.shortestSpan else {
            return
        }
        let middle = first.time.advanced(by: time.seconds(since: first.time) / 2)
        oddSince = isOdd(from: first, around: middle) ? oddSince ?? first.time : nil
        isDoubtful = oddSince.map { time.seconds(since: $0) < Self.patience } ?? false
    }

    /// Returns whether the position advanced between the two halves of the reports at a rate that no device has.
    private func isOdd(from first: (time: HostTime, frame: Double), around middle: HostTime) -> Bool {
        let deviations = reports.map { report in
            let seconds = report.time.seconds(since: first.time)
            return (isLate: report.time > middle, seconds: seconds, value: report.frame - first.frame - seconds * rate)
        }
        let (early, late) = (deviations.filter { !$0.isLate }, deviations.filter(\.isLate))
        guard let begin = early.map(\.seconds).median, let end = late.map(\.seconds).median,
            let before = early.map(\.value).median, let after = late.map(\.value).median
        else {
            return false
        }
        return abs(after - before) > Self.largestDeviation * (end - begin) * rate
    }
}
