/// Upper bounds of the grades in seconds, beside those relative to the interval between notes: the tighter one counts.
public struct GradeCaps: Sendable, Hashable {
    /// Largest deviation that is still perfect, good, inaccurate; each at least the one before.
    public let perfect: Double
    public let good: Double
    public let inaccurate: Double

    public init(perfect: Double, good: Double, inaccurate: Double) {
        self.perfect = perfect
        self.good = max(perfect, good)
        self.inaccurate = max(perfect, good, inaccurate)
    }
}
