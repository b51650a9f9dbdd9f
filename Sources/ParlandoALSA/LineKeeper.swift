import ParlandoCore

/// Maintains the clock fit of a stream and decides when to publish it.
///
/// If all reports suddenly deviate from the fit and stay away, the latency of the device has changed. A sound server
/// changes its latency by tens of milliseconds when another program starts or stops, or under load. No samples are lost
/// then, so that only the fit is shifted. While the reports drift at a rate that no device has, the fit is kept
/// unchanged; see `PaceWatch`.
///
/// A client of PulseAudio calculates its latency from times reported by the server. At the start, such a client was
/// observed to report 4 ms with 100 ms in the buffer. An impossible report of this kind is used while the fit begins,
/// because there may be no better one, and is ignored later. Free of side effects.
struct LineKeeper {
    /// Seconds of reports after which deviations from the fit are treated as a change of latency.
    private static let secondsToSettle = 2.0
    /// Minimum deviation in seconds that is not jitter, if it persists for `secondsOfProof`. A sound server that works
    /// in steps deviates by up to two milliseconds.
    private static let strayingSeconds = 0.004
    private static let secondsOfProof = 0.5
    /// Timeout in seconds after which impossible reports are accepted, because the device defines its delay
    /// differently.
    private static let patience = 10.0
    /// Seconds between two publications of the fit. At the start, while a device is still determining its latency, it
    /// is published at the shorter interval.
    private static let lineInterval = 1.0
    private static let firstLines = 0.2

    /// Seconds for which one fit is reused to detect deviations. Computing a fit for each report would be most of the
    /// work.
    private static let lineAge = 0.1

    private let rate: Double
    private var fit: TimeMapFit
    private var pace: PaceWatch
    private var impossibleSince: HostTime?
    /// Whether the current reports are unreliable.
    private var isDoubtful = false
    private var first: HostTime?
    private var lastLine: HostTime?
    private var measure: (map: TimeMap, time: HostTime)?
    private var astray: [(time: HostTime, residual: Double)] = []

    init(rate: Int) {
        self.rate = Double(rate)
        fit = TimeMapFit(nominalRate: rate)
        pace = PaceWatch(rate: Double(rate))
    }

    /// The current clock fit; nil before the first report.
    var map: TimeMap? {
        fit.map
    }

    /// Returns the frames by which a report is ahead of the fit, negative if behind; nil before the first report.
    func residual(of frame: Double, at time: HostTime) -> Double? {
        map.map { frame - $0.frame(at: time) }
    }

    /// Adds a report.
    ///
    /// - Parameter isPossible: see `StreamPoint`.
    mutating func take(frame: Double, at time: HostTime, isPossible: Bool = true) {
        let begin = first ?? time
        first = begin
        pace.take(frame: frame, at: time)
        isDoubtful = pace.isDoubtful || isImpossible(at: time, since: begin, isPossible)
        guard !isDoubtful else {
            astray.removeAll(keepingCapacity: true)
            return
        }
        if time.seconds(since: begin) > Self.secondsToSettle, let measure = measure(at: time),
            case let residual = frame - measure.frame(at: time), abs(residual) > Self.strayingSeconds * rate
        {
            astray.append((time, residual))
            follow(at: time)
        } else {
            astray.removeAll(keepingCapacity: true)
            fit.add(frame: frame, at: time)
        }
    }

    /// Shifts the clock fit by this many frames.
    mutating func shift(by ahead: Double) {
        fit.shift(by: ahead)
        measure = nil
        tellSoon()
    }

    /// Returns the clock fit if it is time to publish it. While reports are unreliable it is not published, except at
    /// the start, when the receiver needs an initial fit.
    mutating func dueLine(at time: HostTime) -> TimeMap? {
        guard let first else {
            return nil
        }
        let isYoung = time.seconds(since: first) < Self.secondsToSettle
        guard time.seconds(since: lastLine ?? first) >= (isYoung ? Self.firstLines : Self.lineInterval) else {
            return nil
        }
        lastLine = time
        return isYoung || !isDoubtful ? map : nil
    }

    private mutating func isImpossible(at time: HostTime, since begin: HostTime, _ isPossible: Bool) -> Bool {
        impossibleSince = isPossible ? nil : impossibleSince ?? time
        let seconds = impossibleSince.map { time.seconds(since: $0) }
        return time.seconds(since: begin) > Self.secondsToSettle && seconds.map { $0 < Self.patience } ?? false
    }

    /// Makes the next report publish the fit at once.
    mutating func tellSoon() {
        lastLine = lastLine?.advanced(by: -Self.lineInterval)
    }

    /// Returns the fit that reports are compared with.
    private mutating func measure(at time: HostTime) -> TimeMap? {
        if measure.map({ time.seconds(since: $0.time) > Self.lineAge }) ?? true {
            measure = map.map { ($0, time) }
        }
        return measure?.map
    }

    private mutating func follow(at time: HostTime) {
        guard let begin = astray.first?.time, time.seconds(since: begin) >= Self.secondsOfProof else {
            return
        }
        let residuals = astray.map(\.residual).sorted()
        astray.removeAll(keepingCapacity: true)
        shift(by: residuals[residuals.count / 2])
    }
}

/// Maintains the clock fit of a capture stream. Counts frames that the device lost, so that later frames keep their
/// number. Free of side effects.
struct CaptureClock {
    /// A result of a position report.
    enum Finding: Equatable {
        case line(TimeMap)
        /// The device overran and dropped this many frames.
        case xrun(frames: Int)
    }

    private var keeper: LineKeeper
    private var xruns = 0
    /// Total number of frames that the device lost. Has to be added to the number of each captured frame.
    private(set) var lost = 0

    init(rate: Int) {
        keeper = LineKeeper(rate: rate)
    }

    mutating func take(_ point: StreamPoint) -> [Finding] {
        let time = HostTime(nanoseconds: point.time)
        var findings: [Finding] = []
        if point.xruns != xruns {
            xruns = point.xruns
            let ahead = keeper.residual(of: Double(point.frame + lost), at: time) ?? 0
            findings.append(skip(max(Int(-ahead.rounded()), 0)))
        }
        keeper.take(frame: Double(point.frame + lost), at: time)
        return findings + (keeper.dueLine(at: time).map { [.line($0)] } ?? [])
    }

    private mutating func skip(_ frames: Int) -> Finding {
        lost += frames
        keeper.tellSoon()
        return .xrun(frames: frames)
    }
}

/// Detects a drift of a stream's reports at a rate that no device has. Free of side effects.
///
/// A client of PulseAudio smooths the latency over five seconds (`SMOOTHER_HISTORY_TIME` in its stream.c). On a busy
/// computer one wrong answer of the server therefore makes the reports drift by up to a tenth of the elapsed time for
/// five seconds, although the sound continues normally. Crystals are accurate to some hundred ppm.
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
