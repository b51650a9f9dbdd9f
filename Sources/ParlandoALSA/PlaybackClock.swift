import ParlandoCore
import Synchronization

/// Estimates the clock fit of a playback stream, and realigns the sound after an underrun.
///
/// The audio thread skips as many frames as it estimates, some milliseconds off. Once reports show the error, it is
/// asked once to skip more frames or to add silence.
struct PlaybackClock {
    enum Finding: Equatable {
        case line(TimeMap)
        /// Frames that were skipped in an underrun.
        case xrun(frames: Int)
        /// The audio thread should skip these frames, or add silence if negative.
        case leaveOut(Int)
    }

    /// In seconds. A larger correction is implausible, so the clock fit is shifted instead.
    private static let largestCorrection = 0.25

    private enum Stand {
        case onLine
        case measuring(GapMeasurement)
        /// Reports are ignored until the correction takes effect.
        case correcting(leftOut: Int)
    }

    private let rate: Double
    private var clock: StreamClock
    private var stand = Stand.onLine
    private var xruns = 0
    private var leftOut = 0

    init(rate: Int) {
        self.rate = Double(rate)
        clock = StreamClock(nominalRate: rate)
    }

    mutating func take(_ point: StreamPoint) -> [Finding] {
        let time = HostTime(nanoseconds: point.time)
        var findings: [Finding] = []
        if point.xruns != xruns {
            findings.append(.xrun(frames: max(point.mark - leftOut, 0)))
            xruns = point.xruns
            leftOut = point.mark
            stand = clock.map == nil ? .onLine : .measuring(GapMeasurement(after: time, rate: rate))
        }
        return findings + place(point, at: time)
    }

    private mutating func place(_ point: StreamPoint, at time: HostTime) -> [Finding] {
        switch stand {
        case .correcting(let before):
            guard point.mark != before else {
                return []
            }
            leftOut = point.mark
            stand = .onLine
            clock.publishSoon()
            return place(point, at: time)
        case .measuring(var measurement):
            guard let lead = clock.lead(of: Double(point.frame), at: time) else {
                return []
            }
            let result = measurement.take(lead: lead, at: time)
            stand = .measuring(measurement)
            return result.map { correction(for: $0, at: time) } ?? []
        case .onLine:
            clock.take(frame: Double(point.frame), at: time, isPossible: point.isPossible)
            return clock.nextMap().map { [.line($0)] } ?? []
        }
    }

    private mutating func correction(for result: GapMeasurement.Result, at time: HostTime) -> [Finding] {
        stand = .onLine
        switch result {
        case .measured(let lead) where abs(lead) <= Self.largestCorrection * rate:
            let frames = -Int(lead.rounded())
            guard frames != 0 else {
                return []
            }
            stand = .correcting(leftOut: leftOut)
            return [.leaveOut(frames)]
        case .measured(let lead), .unclear(let lead):
            clock.shift(by: lead, at: time)
            return []
        }
    }
}

/// Shared by the audio thread and the delivering thread while a loudspeaker is open.
final class PlaybackRun: Sendable {
    /// In Hz.
    let rate: Int
    /// About one per period.
    let points = PointRing()

    private let asked = Atomic<Int>(0)
    private let heard = Atomic<Int>(0)
    private let underruns = Atomic<Int>(0)

    init(rate: Int) {
        self.rate = rate
    }

    /// Frames written to the device, including silence.
    var frames: Int {
        heard.load(ordering: .relaxed)
    }

    var xruns: Int {
        underruns.load(ordering: .relaxed)
    }

    /// Asks the audio thread to skip frames (or to add silence if negative).
    func leaveOut(_ frames: Int) {
        asked.add(frames, ordering: .relaxed)
    }

    /// Frames to skip since the last call. Realtime-safe.
    func takeRequest() -> Int {
        // The load avoids the more expensive exchange: there is hardly ever a request.
        asked.load(ordering: .relaxed) == 0 ? 0 : asked.exchange(0, ordering: .relaxed)
    }

    /// Realtime-safe.
    func count(frames: Int) {
        heard.add(frames, ordering: .relaxed)
    }

    /// Realtime-safe.
    func countXrun() {
        underruns.add(1, ordering: .relaxed)
    }
}

/// Estimates the clock fit of a capture stream. Counts frames that the device lost, so that later ones keep their
/// number.
struct CaptureClock {
    /// Frames lost in one overrun: six hours at 48 kHz.
    private static let mostLost = 1 << 30

    private let rate: Double
    private var clock: StreamClock
    private var xruns = 0
    /// What the latest overrun lost, and `lost` before it; nil once it is known.
    private var gap: (measurement: GapMeasurement, lostBefore: Int)?
    /// Frames that the device lost so far, to be added to the number of each captured frame. Estimated at once after an
    /// overrun, and corrected a little later.
    private(set) var lost = 0

    init(rate: Int) {
        self.rate = Double(rate)
        clock = StreamClock(nominalRate: rate)
    }

    mutating func take(_ point: StreamPoint) -> [TransportEvent] {
        let time = HostTime(nanoseconds: point.time)
        var events: [TransportEvent] = []
        if point.xruns != xruns {
            xruns = point.xruns
            let frames = Int(-lead(of: point, at: time).rounded(), within: 0...Self.mostLost)
            gap = clock.map == nil ? nil : (GapMeasurement(after: time, rate: rate), gap?.lostBefore ?? lost)
            lost += frames
            clock.publishSoon()
            events.append(.xrun(frames: frames, isPlayback: false))
        }
        measure(point, at: time)
        if gap == nil {
            clock.take(frame: Double(point.frame + lost), at: time)
        }
        return events + (clock.nextMap().map { [.capture($0)] } ?? [])
    }

    /// In frames before the clock fit.
    private func lead(of point: StreamPoint, at time: HostTime) -> Double {
        clock.lead(of: Double(point.frame + lost), at: time) ?? 0
    }

    /// Corrects `lost` once the device reports its position reliably again.
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

/// Measures how far the positions after a gap are from the clock fit.
///
/// The first reports are not used, because a sound server does not know its latency yet. The mean of the later ones
/// counts once they differ by little, or once the means of two stretches agree: reports that scatter evenly have a good
/// mean, but reports that drift do not.
struct GapMeasurement {
    /// Frames ahead of the clock fit.
    enum Result: Equatable {
        case measured(Double)
        /// The reports never agreed for as long as errors of a sound server last.
        case unclear(Double)
    }

    /// In which a sound server reports no valid latency.
    private static let secondsOfConfusion = 0.3
    /// Of a stretch of reports.
    private static let secondsOfProof = 0.3
    /// Standard deviation of a stretch, and difference of the means of two, in seconds.
    private static let largestScatter = 0.001
    /// In seconds, as of `StreamClock` for reports that it doubts.
    private static let timeoutSeconds = 10.0

    /// Mean and variance, in frames.
    private struct Leads {
        private(set) var mean = 0.0
        private var squares = 0.0
        private var count = 0.0

        var variance: Double {
            squares / max(count, 1)
        }

        mutating func add(_ lead: Double) {
            count += 1
            let difference = lead - mean
            mean += difference / count
            squares += difference * (lead - mean)
        }
    }

    private let rate: Double
    /// Of the first report that is used.
    private let first: HostTime
    /// Of the first report of the current stretch.
    private var begin: HostTime
    private var leads = Leads()
    /// Of the stretch before.
    private var before: Double?

    /// - Parameter gap: time of the first report after the gap.
    init(after gap: HostTime, rate: Double) {
        self.rate = rate
        first = gap.advanced(by: Self.secondsOfConfusion)
        begin = first
    }

    /// Returns the result once there is one.
    ///
    /// - Parameter lead: frames by which the reported position is ahead of the clock fit.
    mutating func take(lead: Double, at time: HostTime) -> Result? {
        guard time >= begin else {
            return nil
        }
        leads.add(lead)
        guard time.seconds(since: begin) >= Self.secondsOfProof else {
            return nil
        }
        let most = Self.largestScatter * rate
        let mean = leads.mean
        if leads.variance.squareRoot() <= most {
            return .measured(mean)
        }
        if let before, abs(mean - before) <= most {
            return .measured((mean + before) / 2)
        }
        if time.seconds(since: first) >= Self.timeoutSeconds {
            return .unclear(mean)
        }
        before = mean
        leads = Leads()
        begin = time
        return nil
    }
}
