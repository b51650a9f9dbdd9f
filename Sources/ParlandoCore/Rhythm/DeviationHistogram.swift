/// How often which deviation occurred. Bins are counted from the one around zero, so that early and late mirror each
/// other.
public struct DeviationHistogram: Sendable, Equatable {
    /// Width of a bin in seconds.
    public static let binWidth = 0.005
    /// The outermost bins also hold what lies beyond. They reach to half of a half note at 40 BPM.
    public static let bins = -300...300

    private var counts: [Int: Int] = [:]

    /// Of nothing yet.
    public init() {}

    /// The bins that hold something, from the earliest to the latest; nil: none does.
    public var range: ClosedRange<Int>? {
        guard let first = counts.keys.min(), let last = counts.keys.max() else {
            return nil
        }
        return first...last
    }

    /// How many deviations fell into a bin: nearer to `bin` · `binWidth` than to any other centre.
    public func count(_ bin: Int) -> Int {
        counts[bin, default: 0]
    }

    /// The bin of a deviation in seconds.
    public static func bin(of deviation: Double) -> Int {
        let limit = Double(bins.upperBound)
        return Int(min(max((deviation / binWidth).rounded(), -limit), limit))
    }

    /// Counts in a deviation, in seconds.
    public mutating func add(_ deviation: Double) {
        counts[Self.bin(of: deviation), default: 0] += 1
    }
}
