/// Upper bounds of the grades in seconds, beside those relative to the interval between notes: the tighter one counts.
public struct GradeCaps: Sendable, Hashable {
    /// Largest deviation that is still perfect; each of the three is at least the one before.
    public let perfect: Double
    /// Largest deviation that is still good.
    public let good: Double
    /// Largest deviation that is still inaccurate.
    public let inaccurate: Double

    public init(perfect: Double, good: Double, inaccurate: Double) {
        self.perfect = perfect
        self.good = max(perfect, good)
        self.inaccurate = max(perfect, good, inaccurate)
    }
}
