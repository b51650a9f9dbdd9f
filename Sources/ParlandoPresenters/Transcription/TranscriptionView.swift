/// All the dictation page shows. Equal states look the same. Every sentence in it is ready to be read.
public struct TranscriptionViewState: Sendable, Equatable {
    /// What the round button does when it is pressed.
    public enum Button: Sendable, Equatable {
        case start
        case stop
        /// A command is under way; a press does nothing.
        case wait
    }

    /// What the pause button does, if it is there.
    public enum Pause: Sendable, Equatable {
        case hidden
        case pause
        case resume
    }

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

    /// A strip above the transcript: something is not as it should be, and what can be done.
    public struct Banner: Sendable, Equatable {
        /// How bad it is; shown by icon, words and colour.
        public enum Tone: Sendable, Equatable {
            case information
            case warning
            case failure
        }

        /// The sentence.
        public var text: String
        /// How bad it is.
        public var tone: Tone
        /// What can be done about it, nil: nothing.
        public var action: Action?

        public init(_ text: String, tone: Tone, action: Action? = nil) {
            self.text = text
            self.tone = tone
            self.action = action
        }
    }

    /// What a banner's button does, with its label.
    public struct Action: Sendable, Equatable {
        /// What can be done.
        public enum Kind: Sendable, Equatable {
            case openPreferences
            case chooseMicrophone
            case retry
            case downloadModel
            case downloadMetered
            case cancelDownload
        }

        /// What the button says.
        public var label: String
        /// What the delegate is told.
        public var kind: Kind

        public init(_ label: String, _ kind: Kind) {
            self.label = label
            self.kind = kind
        }
    }

    /// Something that takes time, with a sentence; fraction nil: nobody knows how long.
    public struct Progress: Sendable, Equatable {
        /// What is going on.
        public var text: String
        /// 0…1, nil: nobody knows.
        public var fraction: Double?
        /// Whether it can be stopped.
        public var canCancel: Bool

        public init(_ text: String, fraction: Double?, canCancel: Bool = false) {
            self.text = text
            self.fraction = fraction
            self.canCancel = canCancel
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
    /// Opens the preferences, at the part that is named.
    func openPreferences(_ part: PreferencesPart)
}

/// A part of the preferences.
public enum PreferencesPart: Sendable, Equatable {
    case general
    case models
    case microphone
}
