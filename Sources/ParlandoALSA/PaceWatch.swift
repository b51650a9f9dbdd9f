import ParlandoCore

/// Tells whether a stream's reports run at a pace that no device has. Pure.
///
/// A client of PulseAudio smooths the delay over five seconds (`SMOOTHER_HISTORY_TIME` in its stream.c), so on a busy
/// computer one wrong answer of the server lets the reports drift by up to a tenth of the time for as long, while the
/// sound goes on as it did. Crystals are within some hundred millionths of their rate.
struct PaceWatch {
    /// Share of the rate by which no device is wrong.
    private static let largestDeviation = 0.003
    /// Seconds that are looked at, and seconds that are enough.
    private static let span = 1.0
    private static let shortestSpan = 0.3
    /// Seconds between two looks.
    private static let interval = 0.1
    /// Seconds after which the device is believed all the same: twice what the smoothing remembers.
    private static let patience = 10.0

    /// Whether what is reported now says nothing of where the stream is.
    private(set) var isDoubtful = false

    private let rate: Double
    private var reports: [(time: HostTime, frame: Double)] = []
    private var lastLook: HostTime?
    private var oddSince: HostTime?

    init(rate: Double) {
        self.rate = rate
    }

    /// Takes a report. Moments must not go back.
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

    /// Whether the stream moved on between the two halves of the reports by what no device does.
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
