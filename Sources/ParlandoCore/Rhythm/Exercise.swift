/// What is to be played: which patterns, and for how long. Bars have four beats.
public struct Exercise: Sendable, Hashable {
    /// Beats in a bar, and beats of the count-in.
    public static let beatsPerBar = 4
    /// Length of a bar.
    public static let ticksPerBar = beatsPerBar * NoteValue.ticksPerBeat

    /// Where the patterns come from.
    public enum Content: Sendable, Hashable {
        /// These patterns, in order, again and again. One is a fixed pattern.
        case sequence([Pattern])
        /// Drawn anew for each bar from these patterns. The same seed gives the same music.
        case random(among: [Pattern], seed: UInt64)
    }

    /// The patterns.
    public let content: Content
    /// How many bars, nil: until it is stopped.
    public let bars: Int?

    public init(_ content: Content, bars: Int?) {
        self.content = content
        self.bars = bars
    }
}
