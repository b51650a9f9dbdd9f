import ParlandoCore

/// Watches over a playback stream's line, and brings the sound back onto it after the device ran empty. Pure.
///
/// The audio thread jumps over a gap by its own reckoning, which is some milliseconds off. When the first reports after
/// the gap tell how much, it is asked once to leave out that much more, or less.
struct PlaybackClock {
    /// What follows from a report.
    enum Finding: Equatable {
        case line(TimeMap)
        /// The device ran empty; so many frames were left out.
        case xrun(frames: Int)
        /// The audio thread has to leave out so many frames; negative: to add silence.
        case leaveOut(Int)
    }

    /// Seconds after a gap in which a sound server does not know its own delay yet.
    private static let secondsOfConfusion = 0.3
    /// Seconds of reports that then tell where the sound is.
    private static let secondsOfProof = 0.3
    /// Seconds that these may differ by. If they differ by more, they are waited for again.
    private static let largestScatter = 0.003
    /// Seconds that a correction may be at most; more is nonsense, and the line is moved instead.
    private static let largestCorrection = 0.25

    private enum Stand {
        case onLine
        /// After a gap: reports are collected.
        case measuring([(time: HostTime, residual: Double)], from: HostTime)
        /// The correction is under way: reports mean nothing until it arrives.
        case correcting(leftOut: Int)
    }

    private let rate: Double
    private var keeper: LineKeeper
    private var stand = Stand.onLine
    private var xruns = 0
    private var leftOut = 0

    init(rate: Int) {
        self.rate = Double(rate)
        keeper = LineKeeper(rate: rate)
    }

    mutating func take(_ point: StreamPoint) -> [Finding] {
        var findings: [Finding] = []
        if point.xruns != xruns {
            findings.append(.xrun(frames: max(point.mark - leftOut, 0)))
            xruns = point.xruns
            leftOut = point.mark
            let time = HostTime(nanoseconds: point.time)
            stand = keeper.map == nil ? .onLine : .measuring([], from: time.advanced(by: Self.secondsOfConfusion))
        }
        findings += place(point, at: HostTime(nanoseconds: point.time))
        return findings
    }

    private mutating func place(_ point: StreamPoint, at time: HostTime) -> [Finding] {
        switch stand {
        case .correcting(let before):
            guard point.mark != before else {
                return []
            }
            leftOut = point.mark
            stand = .onLine
            keeper.tellSoon()
            return place(point, at: time)
        case .measuring(var reports, let begin):
            guard time >= begin, let residual = keeper.residual(of: Double(point.frame), at: time) else {
                return []
            }
            reports.append((time, residual))
            stand = .measuring(reports, from: begin)
            return measured(reports, at: time)
        case .onLine:
            keeper.take(frame: Double(point.frame), at: time, isPossible: point.isPossible)
            return keeper.dueLine(at: time).map { [.line($0)] } ?? []
        }
    }

    private mutating func measured(_ reports: [(time: HostTime, residual: Double)], at time: HostTime) -> [Finding] {
        guard let begin = reports.first?.time, time.seconds(since: begin) >= Self.secondsOfProof else {
            return []
        }
        let residuals = reports.map(\.residual).sorted()
        guard residuals[residuals.count - 1] - residuals[0] <= Self.largestScatter * rate else {
            stand = .measuring([], from: time)
            return []
        }
        let ahead = residuals[residuals.count / 2]
        guard abs(ahead) >= 1, abs(ahead) <= Self.largestCorrection * rate else {
            stand = .onLine
            keeper.shift(by: ahead)
            return []
        }
        return correct(by: -Int(ahead.rounded()))
    }

    private mutating func correct(by frames: Int) -> [Finding] {
        stand = .correcting(leftOut: leftOut)
        return [.leaveOut(frames)]
    }
}
