/// Everything that the dictation page displays. Equal states look the same.
public struct DictationViewState: Sendable, Equatable {
    /// Text with one style.
    public struct Run: Sendable, Equatable {
        public enum Style: Sendable, Equatable {
            case final
            /// The words may still change.
            case interim
            /// The words were recognised with low confidence.
            case doubtful
            case timestamp
        }

        /// Includes the space that separates it from the preceding run.
        public var text: String
        public var style: Style

        public init(_ text: String, _ style: Style) {
            self.text = text
            self.style = style
        }
    }

    /// A doubtful word with its other readings.
    public struct Readings: Sendable, Equatable {
        /// The word, without the punctuation around it.
        public var word: String
        /// In Unicode scalars of the text without timestamps.
        public var place: Range<Int>
        /// Accessible name of the list of alternatives.
        public var title: String
        /// Sentence above the list, or in its place if it is empty.
        public var note: String
        /// The alternatives, most probable first.
        public var others: [String]
        public var canPlay: Bool
    }

    public var button = PageButton.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    public var pause = PagePause.hidden
    public var pauseLabel = ""
    public var paragraphs: [[Run]] = []
    public var emptyTitle = ""
    public var emptyText = ""
    public var isEditable = false
    /// Explains the dotted line under doubtful words; empty if no word has one.
    public var legend = ""
    public var readings: Readings?
    /// Level of the microphone, from 0 (quiet room, or no recording) to 1 (full scale).
    public var level = 0.0
    /// As `mm:ss`, or `h:mm:ss` from one hour on; empty if nothing was recorded.
    public var elapsed = ""
    /// Model and language, or the server, and the destination of the text. Written on the pill.
    public var chip = ""
    public var pillName = ""
    public var pill = DictationPill()
    /// Whether the pill's popover is open. Only the presenter closes it by this.
    public var isPillOpen = false
    /// The state in words, also announced by screen readers.
    public var status = ""
    public var banner: PageBanner?
    public var progress: PageProgress?
    /// Whether there is text to copy or save.
    public var canCopy = false
    public var canBeginAnew = false
    public var canUndo = false
    public var canRedo = false
    public var find: FindViewState?
    /// What a language model can do with the text; empty without one.
    public var tasks: [PreferencesViewState.Option] = []
    public var canClean = false
    /// Asked before the window closes; nil if nothing would be lost.
    public var farewell: PageQuestion?

    public init() {}
}

@MainActor public protocol DictationView: AnyObject {
    func render(_ state: DictationViewState)
    func showToast(_ text: String)
    /// With *Undo*, for the latest step.
    func offerUndo(_ text: String)
    /// With *Remember*, for a word that the user has corrected; nil takes the question away again.
    func offerToRemember(_ question: String?)
    func openHistory(at id: String)
    func copyToClipboard(_ text: String)
    /// Begins to read the content of the clipboard, which `lendClipboard` will replace.
    func prepareClipboard()
    /// Remembers the former content of the clipboard.
    func lendClipboard(to text: String) async
    /// Restores the former content of the clipboard, unless something else has been copied since.
    func giveClipboardBack()
    /// Whether the page's window has the keyboard focus.
    var isInFront: Bool { get }
    func openPreferences(_ part: PreferencesPart)
    /// Returns whether the user confirms.
    func ask(_ question: PageQuestion) async -> Bool
}

/// A part of the preferences window that can be opened directly.
public enum PreferencesPart: Sendable, Equatable {
    case general
    case models
    case microphone
    case speaker
    case rhythm
    case terminal
    case servers
    case translator
    case privacy
}
