import ParlandoCore

/// The latest clock fits of the two streams of a transport, and how accurate a time between a played and a captured
/// frame is. It has no side effects.
struct ClockPair {
    /// Maximum relative difference between the rates of two devices: three times what one crystal is off. In a larger
    /// one the delay that a sound server reports is drifting.
    private static let largestDrift = 150e-6
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

    /// The clock fit of the playback stream, with the nominal rate while the measured one is not accurate.
    var playback: TimeMap? {
        measured.playback.map { aligned($0, rate: rates.playback) }
    }

    /// The clock fit of the capture stream, like `playback`.
    var capture: TimeMap? {
        measured.capture.map { aligned($0, rate: rates.capture) }
    }

    /// Uncertainty of a time between the streams, in seconds; nil while it is too large for a calibration.
    var uncertainty: Double? {
        guard let playback = measured.playback, let capture = measured.capture else {
            return nil
        }
        let nominal = Double(rates.capture) / Double(rates.playback)
        let drift = abs(playback.rate / capture.rate * nominal - 1)
        let doubt = Self.together(playback.rateUncertainty, capture.rateUncertainty)
        let uncertainty = Self.together(playback.uncertainty, capture.uncertainty)
        return drift + doubt <= Self.largestDrift && uncertainty <= TimeMap.steady ? uncertainty : nil
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
