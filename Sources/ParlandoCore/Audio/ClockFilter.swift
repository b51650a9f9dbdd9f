import Foundation

/// Kalman filter for the clock of an audio stream. It estimates how far the stream is ahead of its nominal rate, in
/// seconds, and the relative error of the rate, with the variances of both. Free of side effects.
///
/// The positions that a device reports contain two kinds of error. Jitter differs from one report to the next; its
/// variance is learned from the reports. Wander is an error that lasts for seconds, because a sound server smooths its
/// reports. Averaging over more reports does not remove wander. The estimated offset therefore follows the wander,
/// whose variance is included in the uncertainty of the result.
struct ClockFilter: Sendable {
    /// Time for which an error persists in the reports of a sound server, in seconds. PulseAudio smooths its reports
    /// over five seconds (`SMOOTHER_HISTORY_TIME` in its stream.c).
    static let memory = 5.0
    /// Relative standard deviation assumed for the sample rate of an unknown device. The crystals of consumer devices
    /// are accurate to 50 ppm (IEC 60958-3, level I).
    private static let crystal = 50e-6

    /// Variance of the wander (errors of the reports that last for seconds), in seconds². PulseAudio's reports were
    /// measured to deviate by 0.04 to 0.16 ms from a straight line over two minutes.
    private static let wander = 0.16e-3 * 0.16e-3
    /// Process noise of the offset: the variance in seconds² that the offset gains in a second. PulseAudio's latency
    /// was measured to change by half a millisecond in two minutes on an idle computer.
    private static let offsetWalk = 0.05e-3 * 0.05e-3
    /// Measurement noise in addition to the jitter, as variance times seconds: the smallest wander that was measured,
    /// with an assumed correlation time of one second. The offset then follows a small change with a time constant of
    /// √(noise / offsetWalk) = 1.1 s.
    private static let noise = 2 * 0.04e-3 * 0.04e-3
    /// Process noise of the relative rate: the variance that the rate gains in a second. The rate of a crystal that
    /// warms up changes by about 1 ppm in a minute.
    private static let rateWalk = 1e-6 * 1e-6 / 60
    /// Variance of the jitter before any is measured, in seconds². The reports of a sound server that works in steps
    /// deviate by up to 2 ms.
    private static let firstJitter = 2e-3 * 2e-3
    /// Minimum variance of the jitter, in seconds². A position is reported in whole frames.
    private static let leastJitter = 1e-5 * 1e-5
    /// Number of reports over which the variance of the jitter is averaged. The minimum is the weight of `firstJitter`.
    private static let reports = 10.0...100.0
    /// Maximum residual (difference between a reported and the predicted offset) in standard deviations. Larger
    /// residuals are clipped, so that a single report has little influence.
    private static let limit = 2.0
    /// Mean square of a standard normal variable that is clipped to ±`limit`.
    private static let limitedSquare = 0.92
    /// Time constant, in seconds, of the running mean against which the jitter is measured. Reports vary several times
    /// a second, because the update intervals of a sound server and of the program beat against each other.
    private static let meanSeconds = 0.25
    /// Minimum interval that is assumed between two reports, in seconds.
    private static let shortest = 1e-4

    /// Seconds by which the stream is ahead of its nominal rate at the time `seconds`.
    private(set) var offset: Double
    /// Estimated relative difference of the stream's rate from the nominal rate; positive if the stream is faster.
    private(set) var rate = 0.0
    private(set) var rateVariance: Double
    /// Time to which the estimated offset and rate apply, in seconds.
    private(set) var seconds: Double
    private var offsetVariance: Double
    private var covariance = 0.0
    private var jitter: Double
    private var reports: Double
    private var lastReport: Double
    /// Running mean of the latest residuals (differences between reported and predicted offsets), in seconds; nil if
    /// there have been none since the start or the latest change of latency.
    private var mean: Double?

    /// Creates a filter from the first report of the stream's position.
    ///
    /// - Parameters:
    ///   - offset: seconds by which the reported position is ahead of a stream that runs at exactly its nominal rate.
    ///   - seconds: time of the report on the monotonic clock.
    init(offset: Double, at seconds: Double) {
        self.offset = offset
        self.seconds = seconds
        jitter = Self.firstJitter
        reports = Self.reports.lowerBound
        offsetVariance = jitter + Self.wander
        rateVariance = Self.crystal * Self.crystal
        lastReport = seconds
    }

    /// Creates a filter from a report that another filter does not explain. Takes over the other filter's jitter, and
    /// assumes almost nothing about the rate.
    ///
    /// - Parameter offset: seconds by which the reported position is ahead of a stream that runs at exactly its nominal
    ///   rate.
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

    /// Expected standard deviation of the next reported offset from `offset`, in seconds.
    var spread: Double {
        (offsetVariance + Self.wander + jitter).squareRoot()
    }

    /// Advances the estimated offset and rate of the stream to a later time, given in seconds.
    mutating func advance(to time: Double) {
        let step = time - seconds
        seconds = time
        offset += rate * step
        offsetVariance += step * (2 * covariance + step * rateVariance + Self.offsetWalk)
        covariance += step * rateVariance
        rateVariance += step * Self.rateWalk
    }

    /// Corrects the estimated offset and rate by the offset that the device reports, in seconds. `advance` must have
    /// moved the estimate to the time of the report.
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

    /// Updates the variance of the jitter from the distance between a residual and the mean of the latest residuals. A
    /// residual is the difference between a reported and the predicted offset. Errors that last are part of the mean,
    /// and therefore do not count as jitter.
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

    /// Resets the rate to the nominal rate, with the uncertainty of an unknown device.
    mutating func forgetRate() {
        rate = 0
        rateVariance = Self.crystal * Self.crystal
        covariance = 0
    }

    /// Shifts the estimated offset by a number of seconds after the latency of the device has changed. The estimated
    /// rate is kept.
    mutating func move(by seconds: Double) {
        offset += seconds
        mean = nil
    }

    /// Takes over the offset of another filter after a change of latency, and its rate if `withRate` is true.
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
