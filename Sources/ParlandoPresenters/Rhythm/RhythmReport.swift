public import ParlandoCore

/// The results of an exercise, ready to be displayed.
public struct RhythmReport: Sendable, Equatable {
    /// The number of times that a grade, such as perfect or missed, was given in the exercise.
    public struct Count: Sendable, Equatable {
        /// The grade. It determines the shape and colour of the mark.
        public var grade: Grade
        /// The number as text, in digits.
        public var number: String
        /// Name of the grade.
        public var label: String

        public init(grade: Grade, number: String, label: String) {
            self.grade = grade
            self.number = number
            self.label = label
        }
    }

    /// A bar of a chart.
    public struct Bar: Sendable, Equatable {
        /// Height of the bar: from 0 to 1, or from −1 (early) to 1 (late) in charts of early and late strokes.
        public var height: Double
        /// Label below the bar; may be empty.
        public var label: String
        /// Whether the bar is emphasised: the middle bar of a histogram, a position on a beat, or the latest day.
        public var isStrong: Bool

        public init(height: Double, label: String, isStrong: Bool = false) {
            self.height = height
            self.label = label
            self.isStrong = isStrong
        }
    }

    /// A bar chart.
    public struct Chart: Sendable, Equatable {
        /// Title of the chart.
        public var title = ""
        /// The bars, from left to right.
        public var bars: [Bar] = []
        /// Description of the chart as a sentence, for screen readers.
        public var spoken = ""
        /// Title and description of the chart, for screen readers.
        public var name: String {
            title + ": " + spoken
        }
        /// Value that a bar of full height represents, such as "100%", or the unit of the labels; empty if none is
        /// shown.
        public var scale = ""
        /// Label that explains bars which point upwards, such as "Late"; empty if none is needed.
        public var above = ""
        /// Label that explains bars which point downwards, such as "Early"; empty if none is needed.
        public var below = ""

        public init() {}
    }

    /// Accuracy as text, such as `92%`.
    public var accuracy = ""
    /// Formula by which the accuracy was computed.
    public var formula = ""
    /// The number of times that each grade was given.
    public var counts: [Count] = []
    /// Duration of the exercise as text.
    public var time = ""
    /// Sentence with the mean and the spread of the strokes' deviations from the notes.
    public var timing = ""
    /// Summary of the results, for screen readers.
    public var spoken: String {
        accuracy + ", " + timing
    }
    /// Histogram of the strokes' deviations from the notes.
    public var histogram = Chart()
    /// Mean deviation at each position in the bar of music.
    public var places = Chart()
    /// Chart of the accuracy on the latest days on which the exercise was practised; nil if this is the first such day.
    public var accuracyByDay: Chart?
    /// Chart of the mean deviation on the same days as `accuracyByDay`; nil if this is the first such day.
    public var biasByDay: Chart?

    public init() {}
}
