/// A clock fit: a linear relation between a stream's frames and the monotonic clock. Frame `anchorFrame` is heard, or
/// captured, at `anchorTime`, and `rate` frames follow per second.
public struct TimeMap: Sendable, Equatable {
    /// Frame of the stream that is heard or captured at `anchorTime`. May be fractional.
    public let anchorFrame: Double
    /// Time at which the anchor frame is heard or captured.
    public let anchorTime: HostTime
    /// Measured sample rate in Hz of the monotonic clock. Close to the device's nominal rate, but never exactly equal.
    public let rate: Double

    public init(anchorFrame: Double, anchorTime: HostTime, rate: Double) {
        self.anchorFrame = anchorFrame
        self.anchorTime = anchorTime
        self.rate = rate
    }

    /// Returns the frame at a time. May be fractional.
    public func frame(at time: HostTime) -> Double {
        anchorFrame + time.seconds(since: anchorTime) * rate
    }

    /// Returns the time of a frame.
    public func time(of frame: Double) -> HostTime {
        anchorTime.advanced(by: (frame - anchorFrame) / rate)
    }
}

/// Computes a clock fit (`TimeMap`) from a device's reports of its stream position. Robust against jitter and outliers.
///
/// Single reports are off by some tenths of a millisecond, or by a few milliseconds if a sound server works in steps.
/// The rate is therefore fitted over a long time, up to two minutes. Over less than twenty seconds the nominal rate is
/// closer to the truth than any fit. The offset comes from the last second. Free of side effects.
public struct TimeMapFit: Sendable {
    /// Minimum duration of the reports for fitting the rate, in seconds.
    static let secondsForRate = 20.0
    /// Maximum relative deviation from the nominal rate. No crystal is further off, so that a larger value means a
    /// disturbed fit.
    static let largestDeviation = 0.002

    /// Length of a bin in seconds. The reports in a bin are reduced to their median.
    private static let binSeconds = 0.5
    private static let binsKept = 240
    private static let secondsForOffset = 1.0
    /// Maximum relative uncertainty of a fitted rate, estimated from the scatter of the reports about the fitted line.
    /// The delays that a busy sound server reports can drift for seconds.
    private static let largestDoubt = 20e-6
    /// Residual above which the median report of a bin is an outlier, as a multiple of the median absolute residual.
    private static let outlier = 4.0

    /// A report relative to the first one. `deviation` is its frame minus the frame predicted from the nominal rate, so
    /// that all numbers stay small and precise.
    private struct Report {
        var seconds: Double
        var deviation: Double
    }

    private let nominalRate: Double
    private var origin: (time: HostTime, frame: Double)?
    private var recent: [Report] = []
    private var bin: [Report] = []
    private var bins: [Report] = []
    /// Difference of the fitted rate from the nominal rate, in frames per second.
    private var excess = 0.0

    /// - Parameter nominalRate: sample rate that the device reports, in Hz.
    public init(nominalRate: Int) {
        self.nominalRate = Double(nominalRate)
    }

    /// Adds a report: the device played, or captured, `frame` at `time`. Times must not decrease.
    public mutating func add(frame: Double, at time: HostTime) {
        let origin = origin ?? (time, frame)
        self.origin = origin
        let seconds = time.seconds(since: origin.time)
        let report = Report(seconds: seconds, deviation: frame - origin.frame - seconds * nominalRate)
        recent.append(report)
        recent.removeAll { $0.seconds < seconds - Self.secondsForOffset }
        if let first = bin.first, seconds - first.seconds >= Self.binSeconds {
            closeBin()
        }
        bin.append(report)
    }

    /// Shifts all reports because the latency of the device has changed: from now on it reports `frames` more at the
    /// same times. The rate is kept.
    public mutating func shift(by frames: Double) {
        for index in recent.indices {
            recent[index].deviation += frames
        }
        for index in bin.indices {
            bin[index].deviation += frames
        }
        for index in bins.indices {
            bins[index].deviation += frames
        }
    }

    /// The clock fit computed from the reports so far; nil before the first report.
    public var map: TimeMap? {
        guard let origin, let last = recent.last else {
            return nil
        }
        let offset = recent.map { $0.deviation - excess * ($0.seconds - last.seconds) }.median ?? 0
        return TimeMap(
            anchorFrame: origin.frame + last.seconds * nominalRate + offset,
            anchorTime: origin.time.advanced(by: last.seconds), rate: nominalRate + excess)
    }

    private mutating func closeBin() {
        let middle = (bin[(bin.count - 1) / 2].seconds + bin[bin.count / 2].seconds) / 2
        let level = bin.map { $0.deviation - excess * ($0.seconds - middle) }.median ?? 0
        bins.append(Report(seconds: middle, deviation: level))
        if bins.count > Self.binsKept {
            bins.removeFirst()
        }
        bin.removeAll(keepingCapacity: true)
        fitRate()
    }

    private mutating func fitRate() {
        guard let first = bins.first, let last = bins.last, last.seconds - first.seconds >= Self.secondsForRate else {
            return
        }
        let rough = Self.line(through: bins)
        let residuals = bins.map { abs($0.deviation - rough.level - rough.slope * $0.seconds) }
        let limit = Self.outlier * (residuals.median ?? 0)
        let good = zip(bins, residuals).filter { $0.1 <= limit }.map(\.0)
        let slope = Self.line(through: good).slope
        let doubt = 2 * (residuals.median ?? 0) / (last.seconds - first.seconds)
        if abs(slope) <= Self.largestDeviation * nominalRate, doubt <= Self.largestDoubt * nominalRate {
            excess = slope
        }
    }

    /// Returns the least-squares line through the reports.
    private static func line(through reports: [Report]) -> (level: Double, slope: Double) {
        let count = Double(reports.count)
        let x = reports.reduce(0) { $0 + $1.seconds } / count
        let y = reports.reduce(0) { $0 + $1.deviation } / count
        var covariance = 0.0
        var variance = 0.0
        for report in reports {
            covariance += (report.seconds - x) * (report.deviation - y)
            variance += (report.seconds - x) * (report.seconds - x)
        }
        let slope = variance > 0 ? covariance / variance : 0
        return (y - slope * x, slope)
    }
}

/// A time of this computer's monotonic clock (`CLOCK_MONOTONIC`), which never jumps. An event is stamped once, where it
/// occurs, and the timestamp is passed on with it.
public struct HostTime: Sendable, Hashable, Comparable {
    /// Nanoseconds since an origin that stays the same until the computer restarts. Limited to 73 years on either side,
    /// whatever a driver reports, so that no sum or difference of two times overflows.
    public let nanoseconds: Int64

    private static let range = -(Int64(1) << 61)...Int64(1) << 61

    public init(nanoseconds: Int64) {
        self.nanoseconds = min(max(nanoseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Returns the time `seconds` later, or earlier if negative.
    public func advanced(by seconds: Double) -> HostTime {
        HostTime(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded(), within: Self.range))
    }

    /// Returns the seconds from `earlier` to this time; negative if `earlier` is later.
    public func seconds(since earlier: HostTime) -> Double {
        Double(nanoseconds - earlier.nanoseconds) * 1e-9
    }

    /// Compares times; the earlier one is less.
    public static func < (left: HostTime, right: HostTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

/// Port: the monotonic clock.
public protocol MonotonicClock: Sendable {
    /// The current time. Realtime-safe.
    var now: HostTime { get }
}
