/// Mean and standard deviation of deviations in constant memory, by Welford's numerically stable method (B. P. Welford,
/// "Note on a Method for Calculating Corrected Sums of Squares and Products", Technometrics 4, 1962).
public struct TimingStatistics: Sendable, Equatable {
    /// Number of deviations.
    public private(set) var count = 0

    private var runningMean = 0.0
    private var squares = 0.0

    /// Makes empty statistics.
    public init() {}

    /// Mean deviation: seconds late (positive) or early (negative); nil if there are no deviations.
    public var mean: Double? {
        count > 0 ? runningMean : nil
    }

    /// Sample standard deviation in seconds (divided by `count` − 1); nil for fewer than two deviations.
    public var spread: Double? {
        count > 1 ? (squares / Double(count - 1)).squareRoot() : nil
    }

    /// Adds a deviation, in seconds.
    public mutating func add(_ deviation: Double) {
        count += 1
        let before = deviation - runningMean
        runningMean += before / Double(count)
        squares += before * (deviation - runningMean)
    }
}
