public import ParlandoCore

/// What an exercise can be made of, and what is chosen.
public struct RhythmChoices: Sendable, Equatable {
    /// One choice of a list.
    public typealias Option = PreferencesViewState.Option

    /// A pattern that can be chosen.
    public struct PatternChoice: Sendable, Equatable {
        /// To be drawn.
        public var pattern: Pattern
        /// Its name.
        public var title: String
        /// Whether it is part of the exercise.
        public var isChosen: Bool

        public init(pattern: Pattern, title: String, isChosen: Bool) {
            self.pattern = pattern
            self.title = title
            self.isChosen = isChosen
        }
    }

    /// Where the patterns come from: the choices.
    public var sources: [Option] = []
    /// The id of the chosen one.
    public var source = ""
    /// The patterns there are.
    public var patterns: [PatternChoice] = []
    /// What is chosen, in a few words.
    public var summary = ""
    /// Steps of difficulty, empty unless patterns are drawn at random.
    public var difficulties: [Option] = []
    /// The id of the chosen one.
    public var difficulty = ""
    /// Whether patterns are put one after the other, so that the last one can be taken away.
    public var isSequence = false
    /// Whether there is more than one left.
    public var canShorten = false
    /// Numbers of bars.
    public var bars: [Option] = []
    /// The id of the chosen one.
    public var bar = ""

    public init() {}
}
