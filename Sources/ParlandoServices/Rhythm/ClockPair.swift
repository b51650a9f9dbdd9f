import ParlandoCore
import ParlandoSignal

/// The latest clock fits of a playback and a capture stream, and the latency between played and captured sound.
struct ClockPair {
    /// Maximum relative difference between the streams' rates by the fits and as measured from the sound itself: three
    /// times the error of a quartz crystal. A larger one means that the delay reported by a sound server is drifting.
    private static let largestDrift = 150e-6
    /// Maximum relative uncertainty of the ratio of the rates for a calibration. Over a second, it amounts to a third
    /// of the slow errors (wander) of a device's reports.
    private static let largestPaceUncertainty = 30e-6
    /// Standard deviations by which the measured pace must differ from the nominal one to be used. Two streams of one
    /// device have exactly the nominal pace. Two devices differ by up to 100 ppm, which is significant after ten
    /// seconds.
    private static let significant = 2.0

    private let rates: (playback: Int, capture: Int)
    private var measured: (playback: TimeMap?, capture: TimeMap?)
    /// Whether both fits have been steady at any time. Before, the errors of a sound server may be in their rates.
    private var hasSettled = false

    /// Nominal sample rates, in Hz.
    init(playbackRate: Int, captureRate: Int) {
        rates = (playbackRate, captureRate)
    }

    mutating func take(_ event: TransportEvent) {
        switch event {
        case .playback(let map): measured.playback = map
        case .capture(let map): measured.capture = map
        case .running, .block, .xrun, .lost: break
        }
        hasSettled = hasSettled || isSteady
    }

    /// Whether both fits are accurate enough to grade strokes finally.
    var isSteady: Bool {
        measured.playback?.isSteady == true && measured.capture?.isSteady == true
    }

    /// Whether both fits together are accurate enough for a calibration.
    var areCertain: Bool {
        guard let playback = measured.playback, let capture = measured.capture else {
            return false
        }
        return Self.together(playback.uncertainty, capture.uncertainty) <= TimeMap.steady
            && Self.together(playback.rateUncertainty, capture.rateUncertainty) <= Self.largestPaceUncertainty
    }

    /// Played frames per captured frame, relative to the ratio of the nominal rates. It is 1 unless the measured pace
    /// differs by more than chance explains.
    var pace: Double {
        guard hasSettled, let playback = measured.playback, let capture = measured.capture else {
            return 1
        }
        let pace = playback.rate / Double(rates.playback) / (capture.rate / Double(rates.capture))
        let chance = Self.together(playback.rateUncertainty, capture.rateUncertainty)
        return abs(pace - 1) > Self.significant * chance ? pace : 1
    }

    /// At the nominal sample rate, while the measured rates do not differ significantly from it.
    var playback: TimeMap? {
        measured.playback.map { aligned($0, rate: rates.playback) }
    }

    var capture: TimeMap? {
        measured.capture.map { aligned($0, rate: rates.capture) }
    }

    /// The latency of the middle of a sound, and its uncertainty in seconds; nil while the fits are not certain enough
    /// for a calibration.
    ///
    /// - Parameters:
    ///   - passage: which playback frame arrived with which captured sample.
    ///   - begin: playback frame with which the sound began.
    ///   - first: capture frame of the first captured sample.
    func latency(
        _ passage: LatencyMeter.Passage, begin: Int, first: Int
    ) -> (seconds: Double, uncertainty: Double)? {
        guard areCertain, let playback = measured.playback, let capture = measured.capture,
            abs(playback.rate / capture.rate / passage.pace - 1) <= Self.largestDrift
        else {
            return nil
        }
        let due = playback.time(of: Double(begin) + passage.playedMiddle)
        let arrived = capture.time(of: Double(first) + passage.capturedMiddle)
        // Back to the sound, the fits are as uncertain as their rates.
        let passed = capture.anchorTime.seconds(since: arrived)
        let rates = Self.together(playback.rateUncertainty, capture.rateUncertainty)
        let uncertainty = Self.together(
            Self.together(playback.uncertainty, capture.uncertainty), Self.together(passed * rates, passage.spread))
        guard uncertainty <= TimeMap.steady else {
            return nil
        }
        return (arrived.seconds(since: due), uncertainty)
    }

    private func aligned(_ map: TimeMap, rate: Int) -> TimeMap {
        pace != 1
            ? map
            : TimeMap(
                anchorFrame: map.anchorFrame, anchorTime: map.anchorTime, rate: Double(rate),
                uncertainty: map.uncertainty, rateUncertainty: map.rateUncertainty)
    }

    /// Standard deviation of the sum of two independent values.
    static func together(_ first: Double, _ second: Double) -> Double {
        (first * first + second * second).squareRoot()
    }
}
