/// All the dictation page shows. Equal states look the same. Every sentence in it is ready to be read.
public struct TranscriptionViewState: Sendable, Equatable {
    /// The round button.
    public typealias Button = PageButton
    /// The button beside it.
    public typealias Pause = PagePause
    /// A strip above the transcript.
    public typealias Banner = PageBanner
    /// What its button does.
    public typealias Action = PageAction
    /// A strip for what takes time.
    public typealias Progress = PageProgress

    /// Words and how they are to look.
    public struct Run: Sendable, Equatable {
        /// How words look.
        public enum Style: Sendable, Equatable {
            case settled
            /// Dimmed and italic: may still change.
            case tentative
            /// Underlined: the recogniser was not sure.
            case doubtful
            case timestamp
        }

        /// The words, with the space that separates them from what came before.
        public var text: String
        /// How they look.
        public var style: Style

        public init(_ text: String, _ style: Style) {
            self.text = text
            self.style = style
        }
    }

    /// What is asked before something is given up.
    public struct Question: Sendable, Equatable {
        /// What it is about, in a few words.
        public var title: String
        /// What would be lost.
        public var text: String
        /// The label of the button that goes on.
        public var goOn: String

        public init(_ title: String, _ text: String, goOn: String) {
            self.title = title
            self.text = text
            self.goOn = goOn
        }
    }

    /// What the round button does.
    public var button = Button.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    public var pause = Pause.hidden
    /// Accessible name of the pause button.
    public var pauseLabel = ""
    /// The transcript, paragraph by paragraph.
    public var paragraphs: [[Run]] = []
    /// Shown in place of an empty transcript: title and sentence.
    public var emptyTitle = ""
    /// The sentence.
    public var emptyText = ""
    /// Whether the text may be edited by hand.
    public var isEditable = false
    /// 0…1, for the ring around the button; 0 while nothing is heard.
    public var level = 0.0
    /// `mm:ss`, empty: not shown.
    public var elapsed = ""
    /// Model and language, such as "tiny.en · English".
    public var chip = ""
    /// One line that says what is going on; announced to screen readers.
    public var status = ""
    /// What is not as it should be, nil: all is well.
    public var banner: Banner?
    /// What takes time just now, nil: nothing.
    public var progress: Progress?
    /// Whether there is text to copy.
    public var canCopy = false
    /// Whether there is text to save.
    public var canSave = false
    /// Whether there is text to clear away.
    public var canClear = false
    /// Whether something can be taken back.
    public var canUndo = false
    /// What is asked before the window closes, nil: nothing would be lost.
    public var farewell: Question?

    public init() {}
}

/// What the user did on the dictation page.
@MainActor public protocol TranscriptionViewDelegate: AnyObject {
    func transcriptionViewDidPressButton(_ view: any TranscriptionView)
    func transcriptionViewDidPressPause(_ view: any TranscriptionView)
    func transcriptionViewDidPressCopy(_ view: any TranscriptionView)
    func transcriptionViewDidPressClear(_ view: any TranscriptionView)
    func transcriptionViewDidPressUndo(_ view: any TranscriptionView)
    /// The user chose where to save; the format follows from the ending (txt, srt, vtt, json).
    func transcriptionView(_ view: any TranscriptionView, didChooseFile path: String)
    /// The user chose where sound that no server took is to be saved.
    func transcriptionView(_ view: any TranscriptionView, didChooseRecordingFile path: String)
    func transcriptionView(_ view: any TranscriptionView, didPress action: TranscriptionViewState.Action.Kind)
    func transcriptionViewDidPressCancelProgress(_ view: any TranscriptionView)
    /// The user changed the text by hand; `text` is the whole of it, paragraphs separated by newlines.
    func transcriptionView(_ view: any TranscriptionView, didEdit text: String)
}

/// A page that can show the state, and nothing more.
@MainActor public protocol TranscriptionView: AnyObject {
    var delegate: (any TranscriptionViewDelegate)? { get set }
    func render(_ state: TranscriptionViewState)
    /// A short message that goes away by itself.
    func showToast(_ text: String)
    func copyToClipboard(_ text: String)
    /// The same for a moment: what was there before is kept.
    func lendClipboard(to text: String) async
    /// Puts back what was there before, unless something else has been copied since.
    func giveClipboardBack()
    /// Whether the page's window has the keyboard.
    var isInFront: Bool { get }
    /// Opens the preferences, at the part that is named.
    func openPreferences(_ part: PreferencesPart)
    /// Asks, and answers whether to go on.
    func ask(_ question: PageQuestion) async -> Bool
}

/// A part of the preferences.
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
