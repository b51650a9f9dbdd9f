public import ParlandoCore

/// How an exercise went, ready to be shown.
public struct RhythmReport: Sendable, Equatable {
    /// How often a grade was given.
    public struct Count: Sendable, Equatable {
        /// For shape and colour.
        public var grade: Grade
        /// In digits.
        public var number: String
        /// What was counted.
        public var label: String

        public init(grade: Grade, number: String, label: String) {
            self.grade = grade
            self.number = number
            self.label = label
        }
    }

    /// A bar of a chart.
    public struct Bar: Sendable, Equatable {
        /// −1 (most early) … 1 (most late), for charts whose bars have a direction; 0…1 otherwise.
        public var height: Double
        /// What stands below it; may be empty.
        public var label: String
        /// Whether it is to stand out: the middle of a histogram, a beat of a bar.
        public var isStrong: Bool

        public init(height: Double, label: String, isStrong: Bool = false) {
            self.height = height
            self.label = label
            self.isStrong = isStrong
        }
    }

    /// Bars side by side.
    public struct Chart: Sendable, Equatable {
        /// What it shows.
        public var title = ""
        /// From left to right.
        public var bars: [Bar] = []
        /// The same in a sentence, for those who cannot see it.
        public var spoken = ""
        /// What the height of a full bar means; empty: it needs no words.
        public var scale = ""
        /// What bars that point upwards mean; empty: it needs no words.
        public var above = ""
        /// What bars that point downwards mean.
        public var below = ""

        public init() {}
    }

    /// Such as `92%`.
    public var accuracy = ""
    /// How it was computed.
    public var formula = ""
    /// One for each grade.
    public var counts: [Count] = []
    /// Such as `01:23`, with its label.
    public var time = ""
    /// Mean and spread of the timing, in a sentence.
    public var timing = ""
    /// How often which deviation occurred.
    public var histogram = Chart()
    /// Where in the bar strokes were early or late.
    public var places = Chart()

    public init() {}
}
