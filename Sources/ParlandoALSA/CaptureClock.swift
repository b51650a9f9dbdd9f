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

    private let rate: Double
    private var clock: StreamClock
    private var xruns = 0
    /// The measurement of what the latest overrun lost, and the value of `lost` before it; nil once it is known.
    private var gap: (measurement: GapMeasurement, lostBefore: Int)?
    /// Total number of frames that the device lost. Has to be added to the number of each captured frame. It is
    /// estimated at once after an overrun, and corrected up or down a little later.
    private(set) var lost = 0

    init(rate: Int) {
        self.rate = Double(rate)
        clock = StreamClock(nominalRate: rate)
    }

    mutating func take(_ point: StreamPoint) -> [Finding] {
        let time = HostTime(nanoseconds: point.time)
        var findings: [Finding] = []
        if point.xruns != xruns {
            xruns = point.xruns
            let frames = Int(-lead(of: point, at: time).rounded(), within: 0...Self.mostLost)
            gap = clock.map == nil ? nil : (GapMeasurement(after: time, rate: rate), gap?.lostBefore ?? lost)
            lost += frames
            clock.publishSoon()
            findings.append(.xrun(frames: frames))
        }
        measure(point, at: time)
        if gap == nil {
            clock.take(frame: Double(point.frame + lost), at: time)
        }
        return findings + (clock.nextMap().map { [.line($0)] } ?? [])
    }

    /// Returns the frames by which a position is ahead of the clock fit.
    private func lead(of point: StreamPoint, at time: HostTime) -> Double {
        clock.lead(of: Double(point.frame + lost), at: time) ?? 0
    }

    /// Corrects the number of lost frames once the device reports its position reliably again.
    private mutating func measure(_ point: StreamPoint, at time: HostTime) {
        guard var gap else {
            return
        }
        switch gap.measurement.take(lead: lead(of: point, at: time), at: time) {
        case nil:
            self.gap = gap
            return
        case .measured(let lead):
            lost = max(lost - Int(lead.rounded(), within: -Self.mostLost...Self.mostLost), gap.lostBefore)
        case .unclear(let lead):
            clock.shift(by: lead, at: time)
        }
        self.gap = nil
        clock.publishSoon()
    }
}
