/// Mean and standard deviation of timing deviations. Both are updated with each deviation in constant memory, by a
/// numerically stable method (Welford, "Note on a Method for Calculating Corrected Sums of Squares and Products",
/// Technometrics 4, 1962).
public struct TimingStatistics: Sendable, Equatable {
    /// Number of deviations that were added.
    public private(set) var count = 0

    private var runningMean = 0.0
    private var squares = 0.0

    /// Creates statistics without any deviations.
    public init() {}

    /// Mean deviation in seconds, positive for late and negative for early; nil if no deviations were added.
    public var mean: Double? {
        count > 0 ? runningMean : nil
    }

    /// Sample standard deviation in seconds (with the divisor `count` − 1); nil if fewer than two deviations were
    /// added.
    public var spread: Double? {
        count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
    }

    /// Adds a deviation in seconds, positive for late and negative for early.
    public mutating func add(_ deviation: Double) {
        count += 1
        let before = deviation - runningMean
        runningMean += before / Double(count)
        squares += before * (deviation - runningMean)
    }
}
