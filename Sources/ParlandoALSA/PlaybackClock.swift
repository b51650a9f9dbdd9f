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

    /// Seconds of reports that tell where the sound is after a gap.
    private static let secondsOfProof = 0.3

    private enum Stand {
        case onLine
        /// After a gap: reports are collected.
        case measuring([(time: HostTime, residual: Double)])
        /// The correction is under way: reports mean nothing until it arrives.
        case correcting(leftOut: Int)
    }

    private var keeper: LineKeeper
    private var stand = Stand.onLine
    private var xruns = 0
    private var leftOut = 0

    init(rate: Int) {
        keeper = LineKeeper(rate: rate)
    }

    mutating func take(_ point: StreamPoint) -> [Finding] {
        var findings: [Finding] = []
        if point.xruns != xruns {
            findings.append(.xrun(frames: point.mark - leftOut))
            xruns = point.xruns
            leftOut = point.mark
            stand = keeper.map == nil ? .onLine : .measuring([])
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
        case .measuring(var reports):
            guard let residual = keeper.residual(of: Double(point.frame), at: time) else {
                return []
            }
            reports.append((time, residual))
            stand = .measuring(reports)
            return measured(reports, at: time)
        case .onLine:
            if let missing = keeper.take(frame: Double(point.frame), at: time) {
                return [.xrun(frames: max(missing, 0))] + correct(by: missing)
            }
            return keeper.dueLine(at: time).map { [.line($0)] } ?? []
        }
    }

    private mutating func measured(_ reports: [(time: HostTime, residual: Double)], at time: HostTime) -> [Finding] {
        guard let begin = reports.first?.time, time.seconds(since: begin) >= Self.secondsOfProof else {
            return []
        }
        let residuals = reports.map(\.residual).sorted()
        let ahead = Int(residuals[residuals.count / 2].rounded())
        guard ahead != 0 else {
            stand = .onLine
            keeper.tellSoon()
            return []
        }
        return correct(by: -ahead)
    }

    private mutating func correct(by frames: Int) -> [Finding] {
        stand = .correcting(leftOut: leftOut)
        return [.leaveOut(frames)]
    }
}
