import ParlandoCore
import ParlandoSignal

/// The latest clock fits of the two streams of a transport, and the time that they give between a played and a captured
/// frame. It has no side effects.
struct ClockPair {
    /// Maximum relative difference between the pace by the clock fits and by the sound itself. If it is larger, the
    /// delay that a sound server reports is drifting: three times what one crystal is off.
    private static let largestDrift = 150e-6
    /// Maximum relative uncertainty of the pace for a calibration. In a second it makes a third of the wander.
    private static let largestPaceUncertainty = 30e-6
    /// Maximum relative uncertainty of a rate that sound is aligned by. Until then the nominal rate is closer to the
    /// truth, above all for two streams of one device.
    private static let largestRateUncertainty = 10e-6

    private let rates: (playback: Int, capture: Int)
    private var measured: (playback: TimeMap?, capture: TimeMap?)

    /// - Parameters:
    ///   - playbackRate: nominal sample rate of playback in Hz.
    ///   - captureRate: nominal sample rate of capture in Hz.
    init(playbackRate: Int, captureRate: Int) {
        rates = (playbackRate, captureRate)
    }

    mutating func take(_ event: TransportEvent) {
        switch event {
        case .playback(let map): measured.playback = map
        case .capture(let map): measured.capture = map
        case .running, .block, .xrun, .lost: break
        }
    }

    /// Whether both fits are accurate enough to grade strokes finally.
    var isSteady: Bool {
        measured.playback?.isSteady == true && measured.capture?.isSteady == true
    }

    /// The clock fit of the playback stream, with the nominal rate while the measured one is not accurate.
    var playback: TimeMap? {
        measured.playback.map { aligned($0, rate: rates.playback) }
    }

    /// The clock fit of the capture stream, like `playback`.
    var capture: TimeMap? {
        measured.capture.map { aligned($0, rate: rates.capture) }
    }

    /// Returns the latency of a sound in seconds; nil while the clock fits are not certain enough for a calibration.
    ///
    /// - Parameters:
    ///   - passage: which playback frame arrived with which captured sample.
    ///   - begin: playback frame with which the sound began.
    ///   - first: capture frame of the first captured sample.
    func latency(_ passage: LatencyMeter.Passage, begin: Int, first: Int) -> Double? {
        guard let playback = measured.playback, let capture = measured.capture else {
            return nil
        }
        let uncertainty = Self.together(playback.uncertainty, capture.uncertainty)
        let paceUncertainty = Self.together(playback.rateUncertainty, capture.rateUncertainty)
        let drift = abs(playback.rate / capture.rate / passage.pace - 1)
        guard uncertainty <= TimeMap.steady, paceUncertainty <= Self.largestPaceUncertainty, drift <= Self.largestDrift
        else {
            return nil
        }
        let frame = Double(begin) + passage.played(at: capture.anchorFrame - Double(first))
        return capture.anchorTime.seconds(since: playback.time(of: frame))
    }

    private func aligned(_ map: TimeMap, rate: Int) -> TimeMap {
        map.rateUncertainty <= Self.largestRateUncertainty
            ? map : TimeMap(anchorFrame: map.anchorFrame, anchorTime: map.anchorTime, rate: Double(rate))
    }

    /// Standard deviation of the sum of two independent values.
    private static func together(_ first: Double, _ second: Double) -> Double {
        (first * first + second * second).squareRoot()
    }
}
