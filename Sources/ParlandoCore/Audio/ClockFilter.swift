import Foundation

/// Kalman filter for how far a stream is ahead of its nominal rate: an offset in seconds, a relative rate, and the
/// variances of both. Free of side effects.
///
/// A report errs in two ways. Its jitter differs from one report to the next and is learned from the reports. Its
/// wander lasts for as long as a sound server smooths what it reports. No number of reports reveals that, so that the
/// offset follows it, and its variance is part of the result.
struct ClockFilter: Sendable {
    /// Time for which an error of a sound server stays in its reports, in seconds: PulseAudio smooths over five
    /// (`SMOOTHER_HISTORY_TIME` in its stream.c).
    static let memory = 5.0
    /// Relative standard deviation of an unknown device's rate: the crystals of consumer devices are accurate to 50 ppm
    /// (IEC 60958-3, level I).
    private static let crystal = 50e-6

    /// Variance of the wander in seconds²: PulseAudio's reports were found to deviate by 0.04 to 0.16 ms from a line
    /// through two minutes.
    private static let wander = 0.16e-3 * 0.16e-3
    /// Variance that the latency gains in a second: PulseAudio's was found to change by half a millisecond in two
    /// minutes on an idle computer.
    private static let offsetWalk = 0.05e-3 * 0.05e-3
    /// Noise of the reports beside the jitter, as variance times seconds: the least wander, as if it lasted for a
    /// second. The offset then follows a small change in √(noise / offsetWalk) = 1.1 s.
    private static let noise = 2 * 0.04e-3 * 0.04e-3
    /// Variance that the rate gains in a second: a crystal that warms up changes by about 1 ppm in a minute.
    private static let rateWalk = 1e-6 * 1e-6 / 60
    /// Variance of the jitter before it is known: a sound server that works in steps deviates by up to 2 ms.
    private static let firstJitter = 2e-3 * 2e-3
    /// Least variance of the jitter: a position is reported in whole frames.
    private static let leastJitter = 1e-5 * 1e-5
    /// Number of reports that the first assumption is worth, and number that the learned jitter goes back.
    private static let reports = 10.0...100.0
    /// Standard deviations to which a residual is limited, so that a single report cannot do much.
    private static let limit = 2.0
    /// Mean square of a normal deviate that is limited to `limit`.
    private static let limitedSquare = 0.92
    /// Time constant in seconds of the mean that jitter is measured from: the steps of a sound server and the periods of
    /// the program beat several times a second.
    private static let meanSeconds = 0.25
    /// Minimum time between two reports, in seconds.
    private static let shortest = 1e-4

    /// Seconds by which the stream is ahead of its nominal rate at `seconds`.
    private(set) var offset: Double
    /// Seconds that the stream gains on the nominal rate in each second.
    private(set) var rate = 0.0
    private(set) var rateVariance: Double
    /// Time of the estimate, in seconds.
    private(set) var seconds: Double
    private var offsetVariance: Double
    private var covariance = 0.0
    private var jitter: Double
    private var reports: Double
    private var lastReport: Double
    /// Mean of the latest residuals; nil before the first.
    private var mean: Double?

    /// - Parameter offset: offset that the first report gives.
    init(offset: Double, at seconds: Double) {
        self.offset = offset
        self.seconds = seconds
        jitter = Self.firstJitter
        reports = Self.reports.lowerBound
        offsetVariance = jitter + Self.wander
        rateVariance = Self.crystal * Self.crystal
        lastReport = seconds
    }

    /// Starts a filter with a report that another filter does not explain. It knows the jitter, and believes any rate.
    init(offset: Double, unexplainedBy other: ClockFilter) {
        self.offset = offset
        seconds = other.seconds
        jitter = other.jitter
        reports = other.reports
        offsetVariance = jitter + Self.wander
        rateVariance = 0.1 * 0.1
        lastReport = seconds
    }

    /// Standard deviation of the offset, in seconds.
    var uncertainty: Double {
        (offsetVariance + Self.wander).squareRoot()
    }

    /// Expected standard deviation of the next report from `offset`, in seconds.
    var spread: Double {
        (offsetVariance + Self.wander + jitter).squareRoot()
    }

    /// Moves the estimate to a later time.
    mutating func advance(to time: Double) {
        let step = time - seconds
        seconds = time
        offset += rate * step
        offsetVariance += step * (2 * covariance + step * rateVariance + Self.offsetWalk)
        covariance += step * rateVariance
        rateVariance += step * Self.rateWalk
    }

    /// Takes the offset that a report gives for the time of the estimate.
    mutating func take(_ report: Double) {
        let residual = report - offset
        let interval = max(seconds - lastReport, Self.shortest)
        lastReport = seconds
        learnJitter(from: residual, after: interval)
        let most = Self.limit * spread
        let innovation = min(max(residual, -most), most)
        let total = offsetVariance + jitter + Self.noise / interval
        offset += innovation * offsetVariance / total
        rate += innovation * covariance / total
        rateVariance -= covariance * covariance / total
        covariance -= covariance * offsetVariance / total
        offsetVariance -= offsetVariance * offsetVariance / total
    }

    /// Learns the jitter from how far a residual is from the mean of the latest ones, which holds nothing of errors that
    /// last.
    private mutating func learnJitter(from residual: Double, after interval: Double) {
        guard let before = mean else {
            mean = residual
            return
        }
        let share = 1 - exp(-interval / Self.meanSeconds)
        let distance = residual - before
        mean = before + share * distance
        // The mean scatters too, by share / (2 - share) of the jitter.
        let square = min(distance * distance * (2 - share) / 2, Self.limit * Self.limit * jitter)
        reports = min(reports + 1, Self.reports.upperBound)
        jitter = max(Self.leastJitter, jitter + (square / Self.limitedSquare - jitter) / reports)
    }

    /// Forgets what was learned of the rate.
    mutating func forgetRate() {
        rate = 0
        rateVariance = Self.crystal * Self.crystal
        covariance = 0
    }

    /// Moves the offset by seconds because the latency has changed. What is known of the rate stays.
    mutating func move(by seconds: Double) {
        offset += seconds
        mean = nil
    }

    /// Takes the offset from another filter, because the latency has changed, and its rate if asked for.
    mutating func adopt(_ other: ClockFilter, withRate: Bool) {
        offset = other.offset
        offsetVariance = other.offsetVariance
        covariance = 0
        lastReport = seconds
        mean = nil
        if withRate {
            rate = other.rate
            rateVariance = other.rateVariance
        }
    }
}
