public import ParlandoCore

/// All the rhythm page shows, but for the place of the beat, which follows the sound frame by frame (`RhythmPosition`).
/// Equal states look the same. Every sentence in it is ready to be read.
public struct RhythmViewState: Sendable, Equatable {
    /// Something to press that prepares for playing, with what is known about it.
    public struct Tool: Sendable, Equatable {
        /// What the button says and does.
        public var action: PageAction
        /// What was found the last time, such as `23 ms`; empty: nothing yet.
        public var note: String

        public init(_ action: PageAction, note: String) {
            self.action = action
            self.note = note
        }
    }

    /// The last stroke, or the last note that nobody played.
    public struct Feedback: Sendable, Equatable {
        /// How well it was, for shape and colour.
        public var grade: Grade
        /// The same in a word.
        public var word: String
        /// Signed milliseconds; empty for a note that nobody played.
        public var deviation: String
        /// Whether it came too early, for the shapes that point.
        public var isEarly: Bool

        public init(_ grade: Grade, word: String, deviation: String, isEarly: Bool) {
            self.grade = grade
            self.word = word
            self.deviation = deviation
            self.isEarly = isEarly
        }
    }

    /// A stroke on the strip from early to late.
    public struct StripMark: Sendable, Equatable {
        /// −1 (early) … 1 (late).
        public var offset: Double
        /// For shape and colour.
        public var grade: Grade

        public init(offset: Double, grade: Grade) {
            self.offset = offset
            self.grade = grade
        }
    }

    /// A bar of music.
    public struct Row: Sendable, Equatable {
        /// What became of a note, or of a stroke beside one.
        public struct Mark: Sendable, Equatable {
            /// Ticks since the bar began.
            public var tick: Int
            /// For shape and colour.
            public var grade: Grade
            /// Whether it came too early, for the shapes that point.
            public var isEarly: Bool

            public init(tick: Int, grade: Grade, isEarly: Bool) {
                self.tick = tick
                self.grade = grade
                self.isEarly = isEarly
            }
        }

        /// Which bar it is, from 0.
        public var bar: Int
        /// Its patterns, in order.
        public var patterns: [Pattern]
        /// The pattern that is being played, nil: none of them.
        public var framed: Int?
        /// What was judged so far.
        public var marks: [Mark] = []
        /// The same for those who cannot see it.
        public var spoken = ""

        public init(bar: Int, patterns: [Pattern]) {
            self.bar = bar
            self.patterns = patterns
        }
    }

    /// What the round button does.
    public var button = PageButton.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    public var pause = PagePause.hidden
    /// Accessible name of the pause button.
    public var pauseLabel = ""
    /// In beats per minute.
    public var tempo = Tempo.initial.beatsPerMinute
    /// Whether the tempo can be seen and changed; in an exercise it stays.
    public var showsTempo = true
    /// What stands in the corner while an exercise runs, such as `90 BPM · bar 3 of 8`.
    public var caption = ""
    /// How strokes may arrive; empty: it cannot be chosen while something plays.
    public var inputs: [RhythmChoices.Option] = []
    /// How strokes arrive.
    public var input = RhythmInput.tap
    /// What can be chosen, nil: the choices are out of the way because something plays.
    public var choices: RhythmChoices?
    /// The bars that can be seen, the upper one first; empty: a metronome has none.
    public var rows: [Row] = []
    /// Whether the lamps of the beats can be seen: not while bars are only looked at.
    public var showsLamps = true
    /// Whether there is room for what the player did.
    public var showsFeedback = false
    /// The last stroke, nil: none yet.
    public var feedback: Feedback?
    /// The last strokes, the newest last.
    public var strip: [StripMark] = []
    /// What stands at the ends of the strip.
    public var stripLabels = StripLabels()
    /// Whether keys, buttons and fingers are strokes now.
    public var takesStrokes = false
    /// Whether the place of the beat moves and has to be drawn anew for each frame.
    public var isMoving = false
    /// Whether there is a microphone whose loudness is worth showing.
    public var listens = false
    /// 0…1.
    public var level = 0.0
    /// What can be prepared.
    public var tools: [Tool] = []
    /// One line that says what is going on; announced to screen readers.
    public var status = ""
    /// What is not as it should be, nil: all is well.
    public var banner: PageBanner?
    /// What takes time just now, nil: nothing.
    public var progress: PageProgress?
    /// How the last exercise went, nil: the page is for playing.
    public var results: RhythmReport?

    /// The words beside the strip.
    public struct StripLabels: Sendable, Equatable {
        /// Left end.
        public var early = ""
        /// Right end.
        public var late = ""
        /// The whole strip for those who cannot see it.
        public var spoken = ""

        public init() {}
    }

    public init() {}
}
