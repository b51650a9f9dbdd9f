/// An exercise: its patterns and number of bars. Bars have four beats.
public struct Exercise: Sendable, Hashable {
    /// Beats in a bar and in the count-in.
    public static let beatsPerBar = 4
    /// Length of a bar in ticks.
    public static let ticksPerBar = beatsPerBar * NoteValue.ticksPerBeat

    /// Source of the patterns.
    public enum Content: Sendable, Hashable {
        /// The patterns in order, repeated. A single one makes a fixed exercise.
        case sequence([Pattern])
        /// Random patterns for each bar, drawn from these. The same seed gives the same exercise.
        case random(among: [Pattern], seed: UInt64)
    }

    /// Source of the patterns.
    public let content: Content
    /// Number of bars; nil for an endless exercise.
    public let bars: Int?

    public init(_ content: Content, bars: Int?) {
        self.content = content
        self.bars = bars
    }
}
