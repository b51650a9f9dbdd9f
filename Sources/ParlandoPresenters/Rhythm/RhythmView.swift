public import ParlandoCore

public enum RhythmFocus: Sendable, Equatable {
    case button
    case choices
    case results
}

/// The rhythm page, as its presenter knows it.
@MainActor public protocol RhythmView: AnyObject {
    func render(_ state: RhythmViewState)
    /// Redraws only what moves with the beat.
    func render(_ position: RhythmPosition)
    func showToast(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: RhythmFocus)
}

/// State of the rhythm page, except the position of the beat (`RhythmPosition`). Texts are ready to be displayed.
public struct RhythmViewState: Sendable, Equatable {
    /// A button that calibrates the latency or learns the instrument.
    public struct Tool: Sendable, Equatable {
        public var action: PageAction
        /// Latest result, such as `23 ms`; may be empty.
        public var note: String

        public var label: String {
            note.isEmpty ? action.label : action.label + " · " + note
        }
    }

    /// The verdict on the latest stroke or missed note.
    public struct Feedback: Sendable, Equatable {
        public var grade: Grade
        /// The verdict, such as "Perfect".
        public var word: String
        /// Such as "+12 ms"; empty for a missed note.
        public var deviation: String
        /// The shapes of some grades point to the early or the late side.
        public var isEarly: Bool
    }

    public struct Lamp: Sendable, Equatable {
        public var stress: BeatStress
        public var spoken: String
    }

    /// A short movement of a lamp, which shows a new verdict.
    public struct Movement: Sendable, Equatable {
        /// Counted from 0 at the start of the bar.
        public var beat: Int
        /// Whether a stroke matched a note.
        public var isHit: Bool
        /// Makes two movements of the same lamp distinguishable.
        public var number: Int
    }

    public struct StripMark: Sendable, Equatable {
        /// Ranges from −1 (early) to 1 (late).
        public var offset: Double
        public var grade: Grade
    }

    /// A bar of notation with marks for the strokes.
    public struct Row: Sendable, Equatable {
        public struct Mark: Sendable, Equatable {
            /// Since the beginning of the bar.
            public var tick: Int
            public var grade: Grade
            public var isEarly: Bool
        }

        public var bar: Int
        public var music: ExerciseBar
        public var meter = Meter.fourFour
        public var swing = Swing.straight
        /// The time signature is written once, at the top.
        public var showsMeter = true
        /// That is being played, counted from 0.
        public var beat: Int?
        /// Whether the exercise ends with this bar.
        public var isLast = false
        public var marks: [Mark] = []
        public var spoken = ""
    }

    public var button = PageButton.start
    public var buttonLabel = ""
    public var pause = PagePause.hidden
    public var pauseLabel = ""
    /// Beats per minute.
    public var tempo = Tempo.initial.beatsPerMinute
    /// Such as `♩. =`; empty if the beat is a quarter.
    public var tempoMark = ""
    public var tempoName = ""
    /// What the tempo is, for screen readers.
    public var tempoTitle = ""
    /// Ways to practise that are on.
    public var practice = ""
    public var practiceTitle = ""
    public var preferences = Preferences()
    /// A bare metronome is not counted by accuracy.
    public var trainerUnits: [RhythmChoices.Option] = []
    public var lamps: [Lamp] = []
    public var meter = RhythmChoices.Selection()
    public var subdivision = RhythmChoices.Selection()
    /// Such as `90 BPM · bar 3 of 8`; empty if no exercise is playing.
    public var caption = ""
    /// Such as `Song 1 · 2 of 5`; empty unless a set is played.
    public var set = ""
    /// Whether meter, input and exercise can be changed. During an activity they are only shown.
    public var canChoose = true
    public var input = RhythmChoices.Selection()
    /// Nil if only the metronome is used.
    public var choices: RhythmChoices?
    /// The upper one first; empty if only the metronome is used.
    public var rows: [Row] = []
    /// Whether an exercise is being played. What is chosen for it then gives way to what is judged.
    public var isExercise = false
    public var feedback: Feedback?
    /// A silent bar, or the drift after silent bars; may be empty.
    public var notice = ""
    public var movement: Movement?
    /// The latest strokes, newest last.
    public var strip: [StripMark] = []
    public var spokenStrip = ""
    public var takesStrokes = false
    /// Whether every frame must be redrawn.
    public var isMoving = false
    /// Level of the microphone, from 0 (quiet room) to 1 (full scale).
    public var level = 0.0
    public var tools: [Tool] = []
    public var status = ""
    public var banner: PageBanner?
    public var progress: PageProgress?
    public var results: RhythmReport?

    public init() {}
}

/// Choices for an exercise, and those made.
public struct RhythmChoices: Sendable, Equatable {
    public typealias Option = PreferencesViewState.Option

    public struct Selection: Sendable, Equatable {
        public var options: [Option] = []
        /// The id of an option.
        public var chosen = ""

        public init(options: [Option] = [], chosen: String = "") {
            (self.options, self.chosen) = (options, chosen)
        }
    }

    public struct PatternChoice: Sendable, Equatable {
        public var pattern: Pattern
        public var title: String
        public var isChosen: Bool
    }

    public var source = Selection()
    /// Easiest first.
    public var patterns: [PatternChoice] = []
    public var summary = ""
    /// Empty unless patterns are drawn at random.
    public var difficulty = Selection()
    /// Whether the user adds patterns to a sequence.
    public var isSequence = false
    /// A sequence keeps at least one pattern.
    public var canShorten = false
    public var bars = Selection()
    public var rule = Selection()
    public var ruleNote = ""
}
