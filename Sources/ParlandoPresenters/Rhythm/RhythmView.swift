public import ParlandoCore

/// The buttons of the results page.
public enum RhythmResultsPress: Sendable, Equatable {
    /// Repeats the same exercise.
    case again
    /// Returns to the choices.
    case change
    /// Returns to the start page.
    case done
}

/// A part of the page that can receive the keyboard focus.
public enum RhythmFocus: Sendable, Equatable {
    case button
    case choices
    case results
}

/// Receives the user's actions on the rhythm page.
@MainActor public protocol RhythmViewDelegate: AnyObject {
    func rhythmViewDidPressButton(_ view: any RhythmView)
    func rhythmViewDidPressPause(_ view: any RhythmView)
    /// The user pressed Enter, and no widget handled it. Starts an activity, or resumes it after a pause.
    func rhythmViewDidPressEnter(_ view: any RhythmView)
    /// The user pressed Escape, which ends the current activity. Without an activity, it closes the results and the
    /// banner.
    func rhythmViewDidPressEscape(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didSetTempo beatsPerMinute: Double)
    /// The user pressed Plus or Minus, which changes the tempo by `beatsPerMinute`.
    func rhythmView(_ view: any RhythmView, didStepTempo beatsPerMinute: Double)
    /// The user tapped once to set the tempo. `stamp` and `received` are defined as for
    /// `rhythmView(_:didStrikeAt:received:)`.
    func rhythmView(_ view: any RhythmView, didTapTempoAt stamp: UInt32, received: HostTime)
    func rhythmView(_ view: any RhythmView, didChooseMeter id: String)
    func rhythmView(_ view: any RhythmView, didChooseSubdivision id: String)
    /// The user pressed the lamp of a beat. `beat` is counted from 0 at the start of the bar.
    func rhythmView(_ view: any RhythmView, didPressBeat beat: Int)
    func rhythmView(_ view: any RhythmView, didChooseRule id: String)
    func rhythmView(_ view: any RhythmView, didChooseInput input: RhythmInput)
    func rhythmView(_ view: any RhythmView, didChooseSource id: String)
    func rhythmView(_ view: any RhythmView, didChoosePattern id: Pattern.ID)
    func rhythmViewDidPressRemovePattern(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didChooseDifficulty id: String)
    func rhythmView(_ view: any RhythmView, didChooseBars id: String)
    /// A key, button or finger went down. `stamp` is the display server's timestamp in milliseconds, or 0 if there is
    /// none; `received` is the time at which the program received the event.
    func rhythmView(_ view: any RhythmView, didStrikeAt stamp: UInt32, received: HostTime)
    func rhythmView(_ view: any RhythmView, didPress action: PageAction.Kind)
    func rhythmViewDidPressCancelProgress(_ view: any RhythmView)
    func rhythmView(_ view: any RhythmView, didPress button: RhythmResultsPress)
    /// A frame is being drawn that will be shown at `time`.
    func rhythmView(_ view: any RhythmView, willShowFrameAt time: HostTime)
    /// Another window or page came to the front.
    func rhythmViewDidLeaveFront(_ view: any RhythmView)
}

/// The rhythm page: shows the view state and makes no decisions itself.
@MainActor public protocol RhythmView: AnyObject {
    var delegate: (any RhythmViewDelegate)? { get set }
    func render(_ state: RhythmViewState)
    /// Redraws only the parts that follow the beat.
    func render(_ position: RhythmPosition)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    /// Opens the preferences at this part.
    func openPreferences(_ part: PreferencesPart)
    func focus(_ part: RhythmFocus)
}

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

        /// The label of the button: what it does, and the latest result.
        public var label: String {
            note.isEmpty ? action.label : action.label + " · " + note
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

    /// The lamp of a beat.
    public struct Lamp: Sendable, Equatable {
        /// How the beat sounds.
        public var stress: BeatStress
        /// Name and stress of the beat, for screen readers.
        public var spoken: String

        public init(_ stress: BeatStress, spoken: String) {
            self.stress = stress
            self.spoken = spoken
        }
    }

    /// A short movement of a beat's lamp, which shows a new verdict on a stroke or on a missed note.
    public struct Movement: Sendable, Equatable {
        /// Beat whose lamp moves, counted from 0 at the start of the bar.
        public var beat: Int
        /// Whether a note was hit; otherwise one was missed, or a stroke was extra.
        public var isHit: Bool
        /// Serial number, which makes every movement different from the one before.
        public var number: Int

        public init(beat: Int, isHit: Bool, number: Int) {
            self.beat = beat
            self.isHit = isHit
            self.number = number
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
        /// Time signature, which determines how long a note is in beats.
        public var meter: Meter
        /// The patterns of the bar, in order.
        public var patterns: [Pattern]
        /// Index of the pattern that is being played, or nil if none of them is.
        public var framed: Int?
        /// The verdicts so far.
        public var marks: [Mark] = []
        /// Description of the bar as a sentence, for screen readers.
        public var spoken = ""

        public init(bar: Int, patterns: [Pattern], meter: Meter = .fourFour) {
            self.bar = bar
            self.meter = meter
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
    /// Whether the tempo is shown and can be changed. False during an exercise.
    public var showsTempo = true
    /// The lamps of the beats of a bar.
    public var lamps: [Lamp] = []
    /// Whether pressing a lamp changes the stress of its beat.
    public var canChangeLamps = false
    /// The available time signatures; empty during an activity, when the time signature cannot be changed.
    public var meters: [RhythmChoices.Option] = []
    /// Identifier of the chosen time signature.
    public var meter = ""
    /// The available numbers of clicks in a beat; empty if the number cannot be changed.
    public var subdivisions: [RhythmChoices.Option] = []
    /// Identifier of the chosen number of clicks in a beat.
    public var subdivision = ""
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
    /// The latest movement of a lamp, or nil if there was none.
    public var movement: Movement?
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
