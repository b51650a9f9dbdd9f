/// Absolute limits of the grades in seconds. They apply in addition to the limits relative to the interval between
/// notes; the tighter limit counts.
public struct GradeCaps: Sendable, Hashable {
    /// Maximum deviation graded perfect. Each of the three limits is at least the one before.
    public let perfect: Double
    /// Maximum deviation graded good.
    public let good: Double
    /// Maximum deviation graded inaccurate.
    public let inaccurate: Double

    public init(perfect: Double, good: Double, inaccurate: Double) {
        self.perfect = perfect
        self.good = max(perfect, good)
        self.inaccurate = max(perfect, good, inaccurate)
    }
}
