import ParlandoCore
import Synchronization

/// Estimates the line that maps the frames of a playback stream to the monotonic clock (the clock fit), and realigns
/// the sound after an underrun. Free of side effects.
///
/// The audio thread estimates the length of a gap and skips that many frames; the estimate is some milliseconds off.
/// Once the first reports after the gap show the error, the audio thread is asked once to skip more frames or to add
/// silence.
struct PlaybackClock {
    /// Result of evaluating a position report.
    enum Finding: Equatable {
        case line(TimeMap)
        /// An underrun in which this many frames were skipped.
        case xrun(frames: Int)
        /// A request to the audio thread to skip this many frames, or to add silence if negative.
        case leaveOut(Int)
    }

    /// Maximum correction of the sound, in seconds. A larger one is implausible, so the clock fit (which maps frames to
    /// times) is shifted instead.
    private static let largestCorrection = 0.25

    private enum Stand {
        case onLine
        /// There was a gap, and the position is being measured.
        case measuring(GapMeasurement)
        /// A correction was requested. Reports are ignored until it takes effect.
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
        case .unclear(let lead):
            clock.shift(by: lead, at: time)
            return []
        case .measured(let lead) where abs(lead) > Self.largestCorrection * rate:
            clock.shift(by: lead, at: time)
            return []
        case .measured(let lead):
            return correction(of: -Int(lead.rounded()))
        }
    }

    private mutating func correction(of frames: Int) -> [Finding] {
        guard frames != 0 else {
            return []
        }
        stand = .correcting(leftOut: leftOut)
        return [.leaveOut(frames)]
    }
}

/// Data shared by the audio thread and the delivering thread while a loudspeaker is open.
final class PlaybackRun: Sendable {
    /// Sample rate of the device in Hz.
    let rate: Int
    /// Stream positions, about one per period.
    let points = PointRing()

    private let asked = Atomic<Int>(0)
    private let heard = Atomic<Int>(0)
    private let underruns = Atomic<Int>(0)

    init(rate: Int) {
        self.rate = rate
    }

    /// Number of frames written to the device, including silence.
    var frames: Int {
        heard.load(ordering: .relaxed)
    }

    /// Number of underruns.
    var xruns: Int {
        underruns.load(ordering: .relaxed)
    }

    /// Asks the audio thread to skip this many frames (or to add silence if negative), in order to realign the sound.
    func leaveOut(_ frames: Int) {
        asked.add(frames, ordering: .relaxed)
    }

    /// Returns the number of frames that the audio thread was asked to skip since the last call. Realtime-safe.
    func takeRequest() -> Int {
        // The load avoids the more expensive exchange, because there is hardly ever a request.
        asked.load(ordering: .relaxed) == 0 ? 0 : asked.exchange(0, ordering: .relaxed)
    }

    /// Adds to the number of frames written. Realtime-safe.
    func count(frames: Int) {
        heard.add(frames, ordering: .relaxed)
    }

    /// Counts an underrun. Realtime-safe.
    func countXrun() {
        underruns.add(1, ordering: .relaxed)
    }
}
