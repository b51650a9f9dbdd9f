/// The view state of the dictation page: everything that the page displays. Equal states look the same. All texts are
/// ready to be displayed.
public struct DictationViewState: Sendable, Equatable {
    /// The current function of the page's round button, which starts and stops dictation.
    public typealias Button = PageButton
    /// The current function of the pause button beside the round button.
    public typealias Pause = PagePause
    /// The banner above the transcript.
    public typealias Banner = PageBanner
    /// The button of a banner, with its label and command.
    public typealias Action = PageAction
    /// The progress bar for lengthy operations.
    public typealias Progress = PageProgress

    /// A run of text with one style.
    public struct Run: Sendable, Equatable {
        /// The style of a text run.
        public enum Style: Sendable, Equatable {
            case final
            /// Dimmed and italic, because the words are interim and may still change.
            case interim
            /// Underlined, because the words were recognised with low confidence.
            case doubtful
            case timestamp
        }

        /// The words, including the space that separates them from the preceding run.
        public var text: String
        /// The style of the words.
        public var style: Style

        public init(_ text: String, _ style: Style) {
            self.text = text
            self.style = style
        }
    }

    /// A word that was recognised with low confidence, with the recogniser's alternatives to the word.
    public struct Readings: Sendable, Equatable {
        /// The word, without the punctuation around it.
        public var word: String
        /// Range of the word in the text without timestamps, in Unicode scalars.
        public var place: Range<Int>
        /// Accessible name of the list of alternatives.
        public var title: String
        /// Sentence shown above the alternatives, or in place of an empty list of alternatives.
        public var note: String
        /// The recogniser's alternatives to the word, the most probable first.
        public var others: [String]
        /// Whether the sound of the word can be played.
        public var canPlay: Bool

        public init(
            word: String, place: Range<Int>, title: String, note: String, others: [String], canPlay: Bool
        ) {
            self.word = word
            self.place = place
            self.title = title
            self.note = note
            self.others = others
            self.canPlay = canPlay
        }
    }

    /// A confirmation dialog that is shown before something is discarded.
    public struct Question: Sendable, Equatable {
        /// Title of the dialog.
        public var title: String
        /// Sentence that says what would be lost.
        public var text: String
        /// Label of the button that confirms.
        public var goOn: String
        /// Label of the button that saves what would be lost, or nil if it cannot be saved.
        public var save: String?

        public init(_ title: String, _ text: String, goOn: String, save: String? = nil) {
            self.title = title
            self.text = text
            self.goOn = goOn
            self.save = save
        }
    }

    /// The current function of the page's round button, which starts and stops dictation.
    public var button = Button.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    public var pause = Pause.hidden
    /// Accessible name of the pause button.
    public var pauseLabel = ""
    /// The transcript, paragraph by paragraph.
    public var paragraphs: [[Run]] = []
    /// Title shown instead of an empty transcript.
    public var emptyTitle = ""
    /// Sentence shown below the title of an empty transcript.
    public var emptyText = ""
    /// Whether the text can be edited by hand.
    public var isEditable = false
    /// Sentence that says what the dotted line under some words means (low confidence); empty if no words have such a
    /// line.
    public var legend = ""
    /// The word for which alternatives are offered, with the alternatives; nil if none are offered.
    public var readings: Readings?
    /// Input level from 0 (quiet room, or no recording) to 1 (full scale), for the ring around the button.
    public var level = 0.0
    /// Duration of the recorded sound as `mm:ss`, or as `h:mm:ss` from one hour on; empty if nothing was recorded.
    public var elapsed = ""
    /// Model and language, such as "tiny.en · English", or the server's name; followed by the destination of the text,
    /// if there is one.
    public var chip = ""
    /// Status line, which is announced to screen readers.
    public var status = ""
    /// Banner about a problem, or nil if there is none.
    public var banner: Banner?
    /// Progress of a lengthy operation, or nil if there is none.
    public var progress: Progress?
    /// Whether there is text to copy.
    public var canCopy = false
    /// Whether there is text to save.
    public var canSave = false
    /// Whether there is text to clear.
    public var canClear = false
    /// Whether a new, empty page can be started.
    public var canBeginAnew = false
    /// Whether the last step can be undone.
    public var canUndo = false
    /// Whether a step that was undone can be redone.
    public var canRedo = false
    /// The question that is asked before the window closes, or nil if nothing would be lost.
    public var farewell: Question?

    public init() {}
}

/// The dictation page: shows the view state and makes no decisions itself.
@MainActor public protocol DictationView: AnyObject {
    func render(_ state: DictationViewState)
    /// Shows a short message that disappears by itself.
    func showToast(_ text: String)
    func copyToClipboard(_ text: String)
    /// Copies text to the clipboard temporarily, and remembers the former content.
    func lendClipboard(to text: String) async
    /// Restores the former content of the clipboard, unless something else has been copied since.
    func giveClipboardBack()
    /// Whether the page's window has the keyboard focus.
    var isInFront: Bool { get }
    /// Opens the preferences window at a part of it, such as the list of models.
    func openPreferences(_ part: PreferencesPart)
    /// Asks the user a question, and returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}

/// A part of the preferences window that can be opened directly.
public enum PreferencesPart: Sendable, Equatable {
    case general
    case models
    case microphone
    case rhythm
    case terminal
    case servers
    case translator
    case privacy
}
