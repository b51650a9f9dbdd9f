public import ParlandoCore

/// The view state of the rhythm page, without the position of the beat, which changes with every frame
/// (`RhythmPosition`). Equal states are rendered identically. All texts are ready to be displayed.
public struct RhythmViewState: Sendable, Equatable {
    /// A button that calibrates or learns something, with the latest result.
    public struct Tool: Sendable, Equatable {
        /// Label and command of the button.
        public var action: PageAction
        /// Latest result, such as `23 ms`; empty if there is none.
        public var note: String

        public init(_ action: PageAction, note: String) {
            self.action = action
            self.note = note
        }
    }

    /// The verdict on the last stroke or missed note.
    public struct Feedback: Sendable, Equatable {
        /// The grade, which determines shape and colour.
        public var grade: Grade
        /// The grade as a word.
        public var word: String
        /// Signed deviation in milliseconds; empty for a missed note.
        public var deviation: String
        /// Whether the stroke was early, for shapes that point in a direction.
        public var isEarly: Bool

        public init(_ grade: Grade, word: String, deviation: String, isEarly: Bool) {
            self.grade = grade
            self.word = word
            self.deviation = deviation
            self.isEarly = isEarly
        }
    }

    /// A stroke on the strip that shows deviations from early to late.
    public struct StripMark: Sendable, Equatable {
        /// Position on the strip, from −1 (early) to 1 (late).
        public var offset: Double
        /// The grade, which determines shape and colour.
        public var grade: Grade

        public init(offset: Double, grade: Grade) {
            self.offset = offset
            self.grade = grade
        }
    }

    /// A bar of music notation with its marks.
    public struct Row: Sendable, Equatable {
        /// The mark below a note, or below a stroke without a note.
        public struct Mark: Sendable, Equatable {
            /// Ticks since the beginning of the bar.
            public var tick: Int
            /// The grade, which determines shape and colour.
            public var grade: Grade
            /// Whether the stroke was early, for shapes that point in a direction.
            public var isEarly: Bool

            public init(tick: Int, grade: Grade, isEarly: Bool) {
                self.tick = tick
                self.grade = grade
                self.isEarly = isEarly
            }
        }

        /// Index of the bar, from 0.
        public var bar: Int
        /// The patterns of the bar, in order.
        public var patterns: [Pattern]
        /// Index of the pattern that is being played, or nil if none of them is.
        public var framed: Int?
        /// The verdicts so far.
        public var marks: [Mark] = []
        /// Description of the bar as a sentence, for screen readers.
        public var spoken = ""

        public init(bar: Int, patterns: [Pattern]) {
            self.bar = bar
            self.patterns = patterns
        }
    }

    /// The function of the round button.
    public var button = PageButton.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    public var pause = PagePause.hidden
    /// Accessible name of the pause button.
    public var pauseLabel = ""
    /// Tempo in beats per minute.
    public var tempo = Tempo.initial.beatsPerMinute
    /// Whether the tempo is shown and can be changed. During an exercise it cannot.
    public var showsTempo = true
    /// Caption in the corner during an exercise, such as `90 BPM · bar 3 of 8`.
    public var caption = ""
    /// Input devices for strokes; empty during playback, when they cannot be changed.
    public var inputs: [RhythmChoices.Option] = []
    /// The chosen input for strokes.
    public var input = RhythmInput.tap
    /// The choices for an exercise, or nil if they are hidden during playback.
    public var choices: RhythmChoices?
    /// The bars that are shown, the upper one first; empty for the metronome.
    public var rows: [Row] = []
    /// Whether the beat indicators are shown. They are hidden while bars are only previewed.
    public var showsLamps = true
    /// Whether the area with the player's strokes is shown.
    public var showsFeedback = false
    /// The verdict on the last stroke, or nil if there is none yet.
    public var feedback: Feedback?
    /// The last strokes, newest last.
    public var strip: [StripMark] = []
    /// Labels at the ends of the strip.
    public var stripLabels = StripLabels()
    /// Whether keys, buttons and touches count as strokes now.
    public var takesStrokes = false
    /// Whether the position of the beat changes and must be redrawn for each frame.
    public var isMoving = false
    /// Whether the microphone is in use and its level is shown.
    public var listens = false
    /// Input level, 0…1.
    public var level = 0.0
    /// Buttons for calibrating and learning.
    public var tools: [Tool] = []
    /// Status line, which is announced to screen readers.
    public var status = ""
    /// Banner about a problem, or nil if there is none.
    public var banner: PageBanner?
    /// Progress of a lengthy operation, or nil if there is none.
    public var progress: PageProgress?
    /// The results of the last exercise, or nil if they are not shown.
    public var results: RhythmReport?

    /// The labels of the strip.
    public struct StripLabels: Sendable, Equatable {
        /// Label of the left end.
        public var early = ""
        /// Label of the right end.
        public var late = ""
        /// Description of the whole strip, for screen readers.
        public var spoken = ""

        public init() {}
    }

    public init() {}
}
