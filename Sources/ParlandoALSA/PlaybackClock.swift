import ParlandoCore
import Synchronization

/// Maintains the clock fit of a playback stream, and realigns the sound with it after an underrun. Free of side
/// effects.
///
/// The audio thread estimates the length of a gap and skips that many frames; the estimate is some milliseconds off.
/// Once the first reports after the gap show the error, the audio thread is asked once to skip more frames or to add
/// silence.
struct PlaybackClock {
    /// A result of a position report.
    enum Finding: Equatable {
        case line(TimeMap)
        /// An underrun in which this many frames were skipped.
        case xrun(frames: Int)
        /// A request to the audio thread to skip this many frames, or to add silence if negative.
        case leaveOut(Int)
    }

    /// Seconds after a gap in which a sound server does not report a valid latency.
    private static let secondsOfConfusion = 0.3
    /// Time after `secondsOfConfusion`, in seconds, for which reports are collected to measure the position.
    private static let secondsOfProof = 0.3
    /// Maximum spread of these reports in seconds. If it is exceeded, the measurement is repeated.
    private static let largestScatter = 0.003
    /// Maximum correction in seconds. A larger one is implausible, and the fit is shifted instead.
    private static let largestCorrection = 0.25

    private enum Stand {
        case onLine
        /// After a gap, while reports are being collected.
        case measuring([(time: HostTime, residual: Double)], from: HostTime)
        /// A correction was requested. Reports are ignored until it takes effect.
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

/// Data shared by the audio thread and the delivering thread during one opening of a loudspeaker.
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

    /// Counts frames. Realtime-safe.
    func count(frames: Int) {
        heard.add(frames, ordering: .relaxed)
    }

    /// Counts an underrun. Realtime-safe.
    func countXrun() {
        underruns.add(1, ordering: .relaxed)
    }
}
