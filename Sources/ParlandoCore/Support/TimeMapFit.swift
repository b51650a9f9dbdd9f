/// Finds the straight line through what a device reports about its stream, against jitter and outliers.
///
/// Single reports are some tenths of a millisecond off, or a few milliseconds where a sound server works in steps. So
/// the rate comes from a long time (the longer the better, up to two minutes; over less than twenty seconds the nominal
/// rate is nearer to the truth than any fit), the offset from the last second. Pure.
public struct TimeMapFit: Sendable {
    /// Seconds of reports before a fitted rate is believed.
    static let secondsForRate = 20.0
    /// No crystal is further from its nominal rate; a fit that says so is disturbed.
    static let largestDeviation = 0.002

    /// Reports of this many seconds are boiled down to one: their median.
    private static let binSeconds = 0.5
    private static let binsKept = 240
    private static let secondsForOffset = 1.0
    /// A rate is believed when what scatters about its line could not bend it by more than this share: a sound server
    /// that is busy reports delays that wander for seconds.
    private static let largestDoubt = 20e-6
    /// Residuals beyond this many median absolute deviations are outliers.
    private static let outlier = 4.0

    /// One report, relative to the first: `deviation` is its frame minus what the nominal rate predicts. So all numbers
    /// stay small and keep their precision.
    private struct Report {
        var seconds: Double
        var deviation: Double
    }

    private let nominalRate: Double
    private var origin: (time: HostTime, frame: Double)?
    private var recent: [Report] = []
    private var bin: [Report] = []
    private var bins: [Report] = []
    /// Frames a second above the nominal rate.
    private var excess = 0.0

    /// - Parameter nominalRate: what the device says its rate is, in Hz.
    public init(nominalRate: Int) {
        self.nominalRate = Double(nominalRate)
    }

    /// Takes a report: at that moment the device played, or captured, that frame. Moments must not go back.
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

    /// The way to or from the device has become longer or shorter: from now on it reports so many frames more for the
    /// same moments. The rate stays.
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

    /// The line so far; nil before the first report.
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

    /// Least squares.
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
