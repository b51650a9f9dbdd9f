/// From time to place: ticks to staff spaces, evenly.
public struct NotationScale: Sendable, Equatable {
    /// From the left edge to the middle of a note on the first beat.
    private static let leftPadding = 2.0
    /// From where the next bar's first beat would stand to the right edge.
    private static let rightPadding = 0.6
    /// From the border of a pattern to the middle of its first note.
    private static let frameMargin = 0.9

    /// Of the whole, in staff spaces.
    public let width: Double
    /// Length of the whole.
    public let ticks: Int

    public init(width: Double, ticks: Int) {
        self.width = width
        self.ticks = max(1, ticks)
    }

    /// Where a note at a tick has its middle; the tick may lie between two, or outside.
    public func x(ofTick tick: Double) -> Double {
        Self.leftPadding + tick / Double(ticks) * (width - Self.leftPadding - Self.rightPadding)
    }

    func x(ofTick tick: Int) -> Double {
        x(ofTick: Double(tick))
    }

    /// The border between what ends and what begins at a tick.
    func edge(ofTick tick: Int) -> Double {
        x(ofTick: tick) - Self.frameMargin
    }
}
