import Foundation

/// Kalman filter for the clock of an audio stream: how many seconds it is ahead of its nominal rate, the relative error
/// of the rate, and the variances of both.
///
/// The positions that a device reports have two errors. Jitter differs from report to report; its variance is learned.
/// Wander lasts for seconds, because a sound server smooths its reports, so averaging does not remove it. The offset
/// follows the wander, whose variance is part of the uncertainty.
struct ClockFilter: Sendable {
    /// Seconds for which an error of a sound server lasts. PulseAudio smooths over five (`SMOOTHER_HISTORY_TIME` in its
    /// stream.c).
    static let memory = 5.0
    /// Relative standard deviation of the rate of an unknown device: 50 ppm, as for consumer devices (IEC 60958-3,
    /// level I).
    private static let crystal = 50e-6

    /// Variance of the wander in seconds². PulseAudio's reports were measured to deviate by 0.04 to 0.16 ms from a
    /// straight line over two minutes.
    private static let wander = 0.16e-3 * 0.16e-3
    /// Process noise of the offset: seconds² per second. PulseAudio's latency changed by half a millisecond in two
    /// minutes on an idle computer.
    private static let offsetWalk = 0.05e-3 * 0.05e-3
    /// Measurement noise besides the jitter, as variance times seconds: the smallest measured wander, correlated for a
    /// second. The offset then follows a small change with a time constant of √(noise / offsetWalk) = 1.1 s.
    private static let noise = 2 * 0.04e-3 * 0.04e-3
    /// Process noise of the relative rate, per second. A crystal that warms up changes by about 1 ppm in a minute.
    private static let rateWalk = 1e-6 * 1e-6 / 60
    /// Variance of the jitter before any is measured, in seconds². A sound server that works in steps deviates by up to
    /// 2 ms.
    private static let firstJitter = 2e-3 * 2e-3
    /// Least variance of the jitter, in seconds². Positions are whole frames.
    private static let leastJitter = 1e-5 * 1e-5
    /// Number of reports over which the jitter is averaged; the minimum is the weight of `firstJitter`.
    private static let reports = 10.0...100.0
    /// Residuals (reported minus predicted offset) are clipped to this many standard deviations, so that no single
    /// report counts much.
    private static let limit = 2.0
    /// Mean square of a standard normal variable clipped to ±`limit`.
    private static let limitedSquare = 0.92
    /// Time constant in seconds of the mean against which jitter is measured. Reports vary several times a second,
    /// because the intervals of sound server and program beat against each other.
    private static let meanSeconds = 0.25
    /// Shortest interval assumed between two reports, in seconds.
    private static let shortest = 1e-4

    /// Seconds by which the stream is ahead of its nominal rate at `seconds`.
    private(set) var offset: Double
    /// Relative difference from the nominal rate; positive if the stream is faster.
    private(set) var rate = 0.0
    private(set) var rateVariance: Double
    /// Time of the estimate.
    private(set) var seconds: Double
    private var offsetVariance: Double
    private var covariance = 0.0
    private var jitter: Double
    private var reports: Double
    private var lastReport: Double
    /// Mean of the latest residuals in seconds; nil since the start or a change of latency.
    private var mean: Double?

    /// - Parameters:
    ///   - offset: seconds by which the first report is ahead of the nominal rate.
    ///   - seconds: its time on the monotonic clock.
    init(offset: Double, at seconds: Double) {
        self.offset = offset
        self.seconds = seconds
        jitter = Self.firstJitter
        reports = Self.reports.lowerBound
        offsetVariance = jitter + Self.wander
        rateVariance = Self.crystal * Self.crystal
        lastReport = seconds
    }

    /// Begins anew from a report that another filter does not explain, with that filter's jitter and almost no
    /// assumption about the rate.
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

    /// Moves the estimate to a later time, in seconds.
    mutating func advance(to time: Double) {
        let step = time - seconds
        seconds = time
        offset += rate * step
        offsetVariance += step * (2 * covariance + step * rateVariance + Self.offsetWalk)
        covariance += step * rateVariance
        rateVariance += step * Self.rateWalk
    }

    /// Corrects the estimate by a reported offset in seconds. It must have been moved to the time of the report.
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

    /// Learns from the distance between a residual and the mean of the latest ones, so that lasting errors are no
    /// jitter.
    ///
    /// - Parameter interval: seconds since the previous report.
    private mutating func learnJitter(from residual: Double, after interval: Double) {
        guard let before = mean else {
            mean = residual
            return
        }
        let share = 1 - exp(-interval / Self.meanSeconds)
        let distance = residual - before
        mean = before + share * distance
        // The mean varies as well: its variance is share / (2 - share) times that of the jitter.
        let square = min(distance * distance * (2 - share) / 2, Self.limit * Self.limit * jitter)
        reports = min(reports + 1, Self.reports.upperBound)
        jitter = max(Self.leastJitter, jitter + (square / Self.limitedSquare - jitter) / reports)
    }

    /// Goes back to the nominal rate, as uncertain as that of an unknown device.
    mutating func forgetRate() {
        rate = 0
        rateVariance = Self.crystal * Self.crystal
        covariance = 0
    }

    /// Shifts the offset by seconds after a change of latency; the rate is kept.
    mutating func move(by seconds: Double) {
        offset += seconds
        mean = nil
    }

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
