public import ParlandoCore

/// The results of an exercise, ready to be displayed.
public struct RhythmReport: Sendable, Equatable {
    /// The number of times that a grade was given.
    public struct Count: Sendable, Equatable {
        /// The grade, which determines shape and colour.
        public var grade: Grade
        /// The number in digits.
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
        /// Height from −1 (earliest) to 1 (latest) in charts with a direction, otherwise from 0 to 1.
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
        /// The title and the description, for screen readers.
        public var name: String {
            title + ": " + spoken
        }
        /// Meaning of a bar's full height; empty if it needs no explanation.
        public var scale = ""
        /// Meaning of bars that point upwards; empty if it needs no explanation.
        public var above = ""
        /// Meaning of bars that point downwards.
        public var below = ""

        public init() {}
    }

    /// Accuracy, such as `92%`.
    public var accuracy = ""
    /// Formula by which the accuracy was computed.
    public var formula = ""
    /// Counts of all grades.
    public var counts: [Count] = []
    /// Duration with its label, such as `01:23`.
    public var time = ""
    /// Sentence with mean and spread of the deviations.
    public var timing = ""
    /// The results in short, for screen readers.
    public var spoken: String {
        accuracy + ", " + timing
    }
    /// Histogram of the deviations.
    public var histogram = Chart()
    /// Mean deviation at each position in the bar of music.
    public var places = Chart()
    /// Accuracy on the last days on which the exercise was practised; nil if this is the first day.
    public var accuracyByDay: Chart?
    /// Mean deviation on the days of `accuracyByDay`; nil if this is the first day.
    public var biasByDay: Chart?

    public init() {}
}
