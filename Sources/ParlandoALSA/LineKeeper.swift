import ParlandoCore

/// Keeps the line through one stream's reports and says when a better one is due.
///
/// When the reports leave the line all at once and stay away, the way to the device became longer or shorter: a sound
/// server changes its delay by tens of milliseconds when another program comes or goes, or when it is busy. The sound
/// itself is whole, so only the line moves. While the reports run away, at a pace that no device has, the line goes on as
/// it was; see `PaceWatch`.
///
/// A client of PulseAudio, which reckons its delay from times the server told it, was seen to say at the start that 4 ms
/// were to be heard where 100 ms lay in the buffer. For want of a better one such a report serves to begin the line with,
/// but not to confirm it. Pure.
struct LineKeeper {
    /// Seconds of reports before the line stands firm enough to be left.
    private static let secondsToSettle = 2.0
    /// Seconds off the line, all the time for `secondsOfProof`, that are no jitter. A sound server that works in steps
    /// is up to two milliseconds off.
    private static let strayingSeconds = 0.004
    private static let secondsOfProof = 0.5
    /// Seconds after which a device that says what is impossible is believed: it means something else by its delay.
    private static let patience = 10.0
    /// Seconds between two lines; at first, while a device still finds out its own delay, they are told more often.
    private static let lineInterval = 1.0
    private static let firstLines = 0.2

    /// Seconds for which a line serves to tell whether reports stray: fitting one for each of them is most of the work.
    private static let lineAge = 0.1

    private let rate: Double
    private var fit: TimeMapFit
    private var pace: PaceWatch
    private var impossibleSince: HostTime?
    /// Whether what is reported now says nothing of where the stream is.
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

    /// The line so far; nil before the first report.
    var map: TimeMap? {
        fit.map
    }

    /// Frames that a report is ahead of the line (behind, when negative); nil before the first report.
    func residual(of frame: Double, at time: HostTime) -> Double? {
        map.map { frame - $0.frame(at: time) }
    }

    /// Takes a report.
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

    /// Moves the line to where the stream now is, so many frames ahead.
    mutating func shift(by ahead: Double) {
        fit.shift(by: ahead)
        measure = nil
        tellSoon()
    }

    /// The line, when it is time to tell it: no news is told while the reports are in doubt, except at first, when a line
    /// is needed to begin with.
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

    /// Lets the next report tell the line at once.
    mutating func tellSoon() {
        lastLine = lastLine?.advanced(by: -Self.lineInterval)
    }

    /// The line that reports are measured by.
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
