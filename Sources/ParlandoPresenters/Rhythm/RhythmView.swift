public import ParlandoCore

/// A part of the rhythm page to which the presenter can move the keyboard focus.
public enum RhythmFocus: Sendable, Equatable {
    case button
    case choices
    case results
}

/// The rhythm page: shows the view state and makes no decisions itself.
@MainActor public protocol RhythmView: AnyObject {
    func render(_ state: RhythmViewState)
    /// Redraws only the parts of the page that move with the beat.
    func render(_ position: RhythmPosition)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    /// Opens the preferences window at a part of it.
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: RhythmFocus)
}

/// The view state of the rhythm page: everything that the page displays, except the position of the beat, which changes
/// with every frame (`RhythmPosition`). Equal states look the same. All texts are ready to be displayed.
public struct RhythmViewState: Sendable, Equatable {
    /// A button that calibrates the latency or learns the instrument, with the latest result.
    public struct Tool: Sendable, Equatable {
        /// Label and command of the button.
        public var action: PageAction
        /// Latest result, such as `23 ms`; empty if there is none.
        public var note: String

        public init(_ action: PageAction, note: String) {
            self.action = action
            self.note = note
        }

        /// The whole label of the button: the command, and the latest result.
        public var label: String {
            note.isEmpty ? action.label : action.label + " · " + note
        }
    }

    /// The verdict (grade and deviation) on the latest stroke or missed note.
    public struct Feedback: Sendable, Equatable {
        /// The grade. It determines the shape and colour of the mark.
        public var grade: Grade
        /// Name of the grade, such as "Perfect".
        public var word: String
        /// Deviation of the stroke in milliseconds with its sign, such as "+12 ms"; empty for a missed note.
        public var deviation: String
        /// Whether the stroke was early. The shapes of some grades point to the early or the late side.
        public var isEarly: Bool

        public init(_ grade: Grade, word: String, deviation: String, isEarly: Bool) {
            self.grade = grade
            self.word = word
            self.deviation = deviation
            self.isEarly = isEarly
        }
    }

    /// The lamp that lights up on a beat of the bar.
    public struct Lamp: Sendable, Equatable {
        /// Stress of the beat: accented, plain or silent.
        public var stress: BeatStress
        /// Name and stress of the beat, for screen readers.
        public var spoken: String

        public init(_ stress: BeatStress, spoken: String) {
            self.stress = stress
            self.spoken = spoken
        }
    }

    /// A short movement of a beat's lamp, which shows a new verdict (grade and deviation) on a stroke or on a missed
    /// note.
    public struct Movement: Sendable, Equatable {
        /// Beat whose lamp moves, counted from 0 at the start of the bar.
        public var beat: Int
        /// Whether a stroke matched a note. False if a note was missed, or if a stroke matched no note.
        public var isHit: Bool
        /// Serial number. It makes two movements of the same lamp distinguishable.
        public var number: Int

        public init(beat: Int, isHit: Bool, number: Int) {
            self.beat = beat
            self.isHit = isHit
            self.number = number
        }
    }

    /// The mark of a stroke on the strip on which recent strokes are shown from early (left) to late (right).
    public struct StripMark: Sendable, Equatable {
        /// Position on the strip, from −1 (early) to 1 (late).
        public var offset: Double
        /// The grade. It determines the shape and colour of the mark.
        public var grade: Grade

        public init(offset: Double, grade: Grade) {
            self.offset = offset
            self.grade = grade
        }
    }

    /// A bar of music notation with marks for the player's strokes.
    public struct Row: Sendable, Equatable {
        /// The mark that grades a note, or an extra stroke, at its position in the bar.
        public struct Mark: Sendable, Equatable {
            /// Position of the mark in ticks (twelfths of a beat) since the beginning of the bar.
            public var tick: Int
            /// The grade. It determines the shape and colour of the mark.
            public var grade: Grade
            /// Whether the stroke was early. The shapes of some grades point to the early or the late side.
            public var isEarly: Bool

            public init(tick: Int, grade: Grade, isEarly: Bool) {
                self.tick = tick
                self.grade = grade
                self.isEarly = isEarly
            }
        }

        /// Index of the bar, from 0.
        public var bar: Int
        /// Time signature, which determines which note value lasts one beat.
        public var meter: Meter
        /// The patterns of the bar, in order.
        public var patterns: [Pattern]
        /// Index in `patterns` of the pattern that is being played, which gets a frame; nil if none is being played.
        public var framed: Int?
        /// The marks for the notes and strokes of this bar that have been judged so far.
        public var marks: [Mark] = []
        /// Description of the bar as a sentence, for screen readers.
        public var spoken = ""

        public init(bar: Int, patterns: [Pattern], meter: Meter = .fourFour) {
            self.bar = bar
            self.meter = meter
            self.patterns = patterns
        }
    }

    /// The current function of the page's round button, which starts and stops exercises and the metronome.
    public var button = PageButton.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    public var pause = PagePause.hidden
    /// Accessible name of the pause button.
    public var pauseLabel = ""
    /// Tempo in beats per minute.
    public var tempo = Tempo.initial.beatsPerMinute
    /// Whether the tempo is shown and can be changed. False during an exercise.
    public var showsTempo = true
    /// The lamps for the beats of a bar, in order.
    public var lamps: [Lamp] = []
    /// Whether pressing a lamp changes the stress of its beat.
    public var canChangeLamps = false
    /// The time signatures that can be chosen; empty during an activity, when the time signature cannot be changed.
    public var meters: [RhythmChoices.Option] = []
    /// Identifier of the chosen time signature.
    public var meter = ""
    /// The numbers of clicks per beat that can be chosen; empty during an exercise, when the number cannot be changed.
    public var subdivisions: [RhythmChoices.Option] = []
    /// Identifier of the chosen number of clicks per beat.
    public var subdivision = ""
    /// Caption in the corner of the page, such as `90 BPM · bar 3 of 8`; empty if no exercise is playing.
    public var caption = ""
    /// Input methods for strokes that can be chosen, such as tapping; empty during playback, when the method cannot be
    /// changed.
    public var inputs: [RhythmChoices.Option] = []
    /// The chosen input method for strokes.
    public var input = RhythmInput.tap
    /// What the user can choose for an exercise; nil during playback, and if only the metronome is used.
    public var choices: RhythmChoices?
    /// The bars of notation that are shown, the upper one first; empty if only the metronome is used.
    public var rows: [Row] = []
    /// Whether the lamps for the beats are shown. They are hidden while nothing is playing and bars of the exercise are
    /// previewed.
    public var showsLamps = true
    /// Whether the area with the verdicts (grade and deviation) on the player's strokes is shown.
    public var showsFeedback = false
    /// The verdict (grade and deviation) on the latest stroke or missed note; nil if there is none yet.
    public var feedback: Feedback?
    /// The latest movement of a beat's lamp, or nil if there was none.
    public var movement: Movement?
    /// The marks of the latest strokes on the strip from early to late, newest last.
    public var strip: [StripMark] = []
    /// Labels of the strip that shows the latest strokes from early to late.
    public var stripLabels = StripLabels()
    /// Whether key presses, clicks and touches count as strokes now.
    public var takesStrokes = false
    /// Whether the position of the beat changes and must be redrawn for each frame.
    public var isMoving = false
    /// Whether the microphone is in use and its level is shown.
    public var listens = false
    /// Input level of the microphone, from 0 (quiet room) to 1 (full scale).
    public var level = 0.0
    /// Buttons for calibrating the latency and learning the instrument.
    public var tools: [Tool] = []
    /// Status line, which is announced to screen readers.
    public var status = ""
    /// Banner about a problem, or nil if there is none.
    public var banner: PageBanner?
    /// Progress of a lengthy operation, or nil if there is none.
    public var progress: PageProgress?
    /// The results of the last exercise, or nil if they are not shown.
    public var results: RhythmReport?

    /// The labels of the strip that shows the latest strokes from early to late.
    public struct StripLabels: Sendable, Equatable {
        /// Label of the strip's left end, where early strokes are shown.
        public var early = ""
        /// Label of the strip's right end, where late strokes are shown.
        public var late = ""
        /// Description of the whole strip, for screen readers.
        public var spoken = ""

        public init() {}
    }

    public init() {}
}
