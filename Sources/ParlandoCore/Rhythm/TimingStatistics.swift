/// Mean and spread of deviations, in constant memory: Welford's method, which loses no digits (B. P. Welford, "Note on a
/// Method for Calculating Corrected Sums of Squares and Products", Technometrics 4, 1962).
public struct TimingStatistics: Sendable, Equatable {
    /// How many deviations there were.
    public private(set) var count = 0

    private var runningMean = 0.0
    private var squares = 0.0

    /// Of nothing yet.
    public init() {}

    /// Seconds late (positive) or early (negative) on average; nil: there were none.
    public var mean: Double? {
        count > 0 ? runningMean : nil
    }

    /// Standard deviation in seconds (of a sample: divided by `count` − 1); nil: there were fewer than two.
    public var spread: Double? {
        count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
    }

    /// Counts in a deviation, in seconds.
    public mutating func add(_ deviation: Double) {
        count += 1
        let before = deviation - runningMean
        runningMean += before / Double(count)
        squares += before * (deviation - runningMean)
    }
}
