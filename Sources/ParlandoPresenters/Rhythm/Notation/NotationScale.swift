/// Maps time in ticks linearly to x positions in staff spaces.
public struct NotationScale: Sendable, Equatable {
    /// Distance from the left edge to the centre of a note on the first beat.
    private static let leftPadding = 2.0
    /// Distance from the position of the next bar's first beat to the right edge.
    private static let rightPadding = 0.6
    /// Distance from the border of a pattern to the centre of its first note.
    private static let frameMargin = 0.9

    /// Total width in staff spaces.
    public let width: Double
    /// Total duration in ticks.
    public let ticks: Int

    public init(width: Double, ticks: Int) {
        self.width = width
        self.ticks = max(1, ticks)
    }

    /// Returns the x of the centre of a note at a tick. The tick may be fractional, or outside the bar.
    public func x(ofTick tick: Double) -> Double {
        Self.leftPadding + tick / Double(ticks) * (width - Self.leftPadding - Self.rightPadding)
    }

    func x(ofTick tick: Int) -> Double {
        x(ofTick: Double(tick))
    }

    /// Returns the x of the border between two patterns that meet at a tick.
    func edge(ofTick tick: Int) -> Double {
        x(ofTick: tick) - Self.frameMargin
    }
}
