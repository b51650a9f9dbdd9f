/// A histogram of timing deviations. Bin 0 is centred on zero, so that early and late deviations are treated alike.
public struct DeviationHistogram: Sendable, Equatable {
    /// Width of a bin, in seconds.
    public static let binWidth = 0.005
    /// Indices of the bins. The outermost bins, at ±1.5 s, also count all larger deviations. At a tempo of 40 beats per
    /// minute, ±1.5 s is the maximum deviation of an inaccurate stroke: half the length of a half note. At slower
    /// tempi, inaccurate strokes can deviate by more.
    public static let bins = -300...300

    private var counts: [Int: Int] = [:]

    /// Creates a histogram with empty bins.
    public init() {}

    /// Indices from the first to the last non-empty bin; nil if all bins are empty.
    public var range: ClosedRange<Int>? {
        guard let first = counts.keys.min(), let last = counts.keys.max() else {
            return nil
        }
        return first...last
    }

    /// Returns the number of deviations in a bin. Each deviation is counted in the bin whose centre, `bin` ·
    /// `binWidth`, is closest.
    public func count(_ bin: Int) -> Int {
        counts[bin, default: 0]
    }

    /// Returns the index of the bin for a deviation in seconds.
    public static func bin(of deviation: Double) -> Int {
        let limit = Double(bins.upperBound)
        return Int(min(max((deviation / binWidth).rounded(), -limit), limit))
    }

    /// Adds a deviation in seconds to its bin.
    public mutating func add(_ deviation: Double) {
        counts[Self.bin(of: deviation), default: 0] += 1
    }
}
