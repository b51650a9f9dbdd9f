public import ParlandoCore

/// The choices for an exercise, with the selected ones.
public struct RhythmChoices: Sendable, Equatable {
    /// An item of a list of choices.
    public typealias Option = PreferencesViewState.Option

    /// A pattern that can be selected.
    public struct PatternChoice: Sendable, Equatable {
        /// The pattern, to be drawn.
        public var pattern: Pattern
        /// Name of the pattern.
        public var title: String
        /// Whether the exercise contains it.
        public var isChosen: Bool

        public init(pattern: Pattern, title: String, isChosen: Bool) {
            self.pattern = pattern
            self.title = title
            self.isChosen = isChosen
        }
    }

    /// Ways to select patterns: a single one, a sequence, or at random.
    public var sources: [Option] = []
    /// Identifier of the selected way to select patterns, one of `sources`.
    public var source = ""
    /// The available patterns.
    public var patterns: [PatternChoice] = []
    /// Short summary of the selected patterns.
    public var summary = ""
    /// Levels of difficulty; empty unless patterns are drawn at random.
    public var difficulties: [Option] = []
    /// Identifier of the selected level of difficulty.
    public var difficulty = ""
    /// Whether patterns are added to a sequence, from which the last one can be removed.
    public var isSequence = false
    /// Whether the sequence has more than one pattern.
    public var canShorten = false
    /// Choices for the number of bars.
    public var bars: [Option] = []
    /// Identifier of the selected number of bars.
    public var bar = ""
    /// Ways to grade strokes.
    public var rules: [Option] = []
    /// Identifier of the selected way to grade strokes.
    public var rule = ""
    /// Explanation of the selected way to grade strokes.
    public var ruleNote = ""

    public init() {}
}
