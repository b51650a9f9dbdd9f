import ParlandoCore

/// Estimates the line that maps the frames of a capture stream to the monotonic clock (the clock fit). Counts frames
/// that the device lost, so that later frames keep their number. Free of side effects.
struct CaptureClock {
    /// Result of evaluating a position report.
    enum Finding: Equatable {
        case line(TimeMap)
        /// The device overran and dropped this many frames.
        case xrun(frames: Int)
    }

    /// Maximum number of frames that count as lost in one overrun: six hours at 48 kHz.
    private static let mostLost = 1 << 30

    private var clock: StreamClock
    private var xruns = 0
    /// Total number of frames that the device lost. Has to be added to the number of each captured frame.
    private(set) var lost = 0

    init(rate: Int) {
        clock = StreamClock(nominalRate: rate)
    }

    mutating func take(_ point: StreamPoint) -> [Finding] {
        let time = HostTime(nanoseconds: point.time)
        var findings: [Finding] = []
        if point.xruns != xruns {
            xruns = point.xruns
            let lead = clock.lead(of: Double(point.frame + lost), at: time) ?? 0
            let frames = Int(-lead.rounded(), within: 0...Self.mostLost)
            lost += frames
            clock.publishSoon()
            findings.append(.xrun(frames: frames))
        }
        clock.take(frame: Double(point.frame + lost), at: time)
        return findings + (clock.nextMap().map { [.line($0)] } ?? [])
    }
}
