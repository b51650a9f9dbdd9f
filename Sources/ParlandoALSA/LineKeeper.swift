import ParlandoCore

/// Maintains the clock fit of a stream and decides when to publish it.
///
/// If all reports suddenly deviate from the fit and stay away, the latency of the device has changed. A sound server
/// changes its latency by tens of milliseconds when another program starts or stops, or under load. No samples are lost
/// then, so that only the fit is shifted. While the reports drift at a rate that no device has, the fit is kept
/// unchanged; see `PaceWatch`.
///
/// A client of PulseAudio calculates its latency from times reported by the server. At the start, one was observed to
/// report 4 ms with 100 ms in the buffer. In the absence of better ones such a report may begin a fit, but not confirm
/// it. Free of side effects.
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
