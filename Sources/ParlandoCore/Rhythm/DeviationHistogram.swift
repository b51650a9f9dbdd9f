/// A histogram of deviations. Bin 0 is centred on zero, so that early and late deviations are symmetrical.
public struct DeviationHistogram: Sendable, Equatable {
    /// Width of a bin, in seconds.
    public static let binWidth = 0.005
    /// Indices of the bins. The outermost bins, at ±1.5 s, also count everything beyond them. ±1.5 s is half the length
    /// of a half note at 40 BPM, and so the maximum deviation of an inaccurate stroke at that tempo. At slower tempi,
    /// strokes beyond ±1.5 s can still be graded inaccurate.
    public static let bins = -300...300

    private var counts: [Int: Int] = [:]

    /// Makes an empty histogram.
    public init() {}

    /// Range from the first to the last non-empty bin; nil if all bins are empty.
    public var range: ClosedRange<Int>? {
        guard let first = counts.keys.min(), let last = counts.keys.max() else {
            return nil
        }
        return first...last
    }

    /// Returns the number of deviations in a bin: those closer to `bin` · `binWidth` than to the centre of any other
    /// bin.
    public func count(_ bin: Int) -> Int {
        counts[bin, default: 0]
    }

    /// Returns the bin of a deviation in seconds.
    public static func bin(of deviation: Double) -> Int {
        let limit = Double(bins.upperBound)
        return Int(min(max((deviation / binWidth).rounded(), -limit), limit))
    }

    /// Adds a deviation, in seconds.
    public mutating func add(_ deviation: Double) {
        counts[Self.bin(of: deviation), default: 0] += 1
    }
}
