import ParlandoCore

/// Watches over a capture stream's line, and counts sound that the device lost, so that what follows keeps its place.
/// Pure.
struct CaptureClock {
    /// What follows from a report.
    enum Finding: Equatable {
        case line(TimeMap)
        /// The device ran full and dropped so many frames.
        case xrun(frames: Int)
    }

    private var keeper: LineKeeper
    private var xruns = 0
    /// Frames that the device lost so far: to be added to the number of each frame that was captured.
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
