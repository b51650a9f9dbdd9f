import ParlandoCore

/// Keeps the line through one stream's reports, says when a better one is due, and notices what a device does not say:
/// when the reports leave the line all at once and stay away, either sound went missing, or, when it is little, the way
/// to the device became longer or shorter. Then the sound itself is whole, and only the line moves. Pure.
struct LineKeeper {
    /// Seconds of reports before a gap can be told from a device that is still settling.
    private static let secondsToSettle = 2.0
    /// Seconds off the line, all the time for `secondsOfProof`, that are no jitter. A sound server that works in steps
    /// is up to two milliseconds off.
    private static let strayingSeconds = 0.004
    /// More than that is sound that is missing. Servers shift their delay by some milliseconds when they are busy.
    private static let gapSeconds = 0.020
    private static let secondsOfProof = 0.5
    /// Seconds between two lines, and before the first.
    private static let lineInterval = 1.0
    private static let firstLine = 0.2

    private let rate: Double
    private var fit: TimeMapFit
    private var first: HostTime?
    private var lastLine: HostTime?
    private var astray: [(time: HostTime, residual: Double)] = []

    init(rate: Int) {
        self.rate = Double(rate)
        fit = TimeMapFit(nominalRate: rate)
    }

    /// The line so far; nil before the first report.
    var map: TimeMap? {
        fit.map
    }

    /// Frames that a report is ahead of the line (behind, when negative); nil before the first report.
    func residual(of frame: Double, at time: HostTime) -> Double? {
        map.map { frame - $0.frame(at: time) }
    }

    /// Takes a report. Returns how many frames are missing (too many, when negative) when the stream has left its line
    /// for good; those reports are not part of the line.
    mutating func take(frame: Double, at time: HostTime) -> Int? {
        let begin = first ?? time
        first = begin
        if time.seconds(since: begin) > Self.secondsToSettle, let residual = residual(of: frame, at: time),
            abs(residual) > Self.strayingSeconds * rate
        {
            astray.append((time, residual))
            return proven(at: time)
        }
        astray.removeAll(keepingCapacity: true)
        fit.add(frame: frame, at: time)
        return nil
    }

    /// The line, when it is time to tell it.
    mutating func dueLine(at time: HostTime) -> TimeMap? {
        guard let first, let map else {
            return nil
        }
        let isDue =
            lastLine.map { time.seconds(since: $0) >= Self.lineInterval }
            ?? (time.seconds(since: first) >= Self.firstLine)
        guard isDue else {
            return nil
        }
        lastLine = time
        return map
    }

    /// Lets the next report tell the line at once.
    mutating func tellSoon() {
        lastLine = lastLine?.advanced(by: -Self.lineInterval)
    }

    private mutating func proven(at time: HostTime) -> Int? {
        guard let begin = astray.first?.time, time.seconds(since: begin) >= Self.secondsOfProof else {
            return nil
        }
        let residuals = astray.map(\.residual).sorted()
        astray.removeAll(keepingCapacity: true)
        let ahead = residuals[residuals.count / 2]
        guard abs(ahead) > Self.gapSeconds * rate else {
            fit.shift(by: ahead)
            tellSoon()
            return nil
        }
        return -Int(ahead.rounded())
    }
}
