public import ParlandoCore

/// Everything that the user can choose for an exercise, and what is chosen now.
public struct RhythmChoices: Sendable, Equatable {
    /// An item of a list from which the user chooses.
    public typealias Option = PreferencesViewState.Option

    /// A rhythm pattern that can be selected for the exercise.
    public struct PatternChoice: Sendable, Equatable {
        /// The pattern, which is drawn in music notation.
        public var pattern: Pattern
        /// Name of the pattern.
        public var title: String
        /// Whether the exercise contains the pattern.
        public var isChosen: Bool

        public init(pattern: Pattern, title: String, isChosen: Bool) {
            self.pattern = pattern
            self.title = title
            self.isChosen = isChosen
        }
    }

    /// Ways to select patterns: a single one, a sequence, or at random.
    public var sources: [Option] = []
    /// Identifier of the chosen way to select patterns, one of `sources`.
    public var source = ""
    /// The available patterns, easiest first.
    public var patterns: [PatternChoice] = []
    /// Short summary of the selected patterns.
    public var summary = ""
    /// Levels of difficulty; empty unless patterns are drawn at random.
    public var difficulties: [Option] = []
    /// Identifier of the chosen level of difficulty, one of `difficulties`.
    public var difficulty = ""
    /// Whether the exercise is a sequence to which the user adds patterns, one after the other.
    public var isSequence = false
    /// Whether the last pattern of the sequence can be removed. A sequence keeps at least one pattern.
    public var canShorten = false
    /// Choices for the number of bars of the exercise.
    public var bars: [Option] = []
    /// Identifier of the chosen number of bars, one of `bars`.
    public var bar = ""
    /// Rules by which strokes can be graded.
    public var rules: [Option] = []
    /// Identifier of the chosen grading rule, one of `rules`.
    public var rule = ""
    /// Explanation of the chosen grading rule.
    public var ruleNote = ""

    public init() {}
}
