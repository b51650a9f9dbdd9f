/// All the dictation page shows. Equal states look the same. Every sentence in it is ready to be read.
public struct TranscriptionViewState: Sendable, Equatable {
    /// What the round button does when it is pressed.
    public enum Button: Sendable, Equatable {
        case start
        case stop
        /// A command is under way; a press does nothing.
        case wait
    }

    public enum Pause: Sendable, Equatable {
        case hidden
        case pause
        case resume
    }

    /// Words and how they are to look.
    public struct Run: Sendable, Equatable {
        public enum Style: Sendable, Equatable {
            case settled
            /// Dimmed and italic: may still change.
            case tentative
            /// Underlined: the recogniser was not sure.
            case doubtful
            case timestamp
        }

        public var text: String
        public var style: Style

        public init(_ text: String, _ style: Style) {
            self.text = text
            self.style = style
        }
    }

    /// A strip above the transcript: something is not as it should be, and what can be done.
    public struct Banner: Sendable, Equatable {
        public enum Tone: Sendable, Equatable {
            case information
            case warning
            case failure
        }

        public var text: String
        public var tone: Tone
        public var action: Action?

        public init(_ text: String, tone: Tone, action: Action? = nil) {
            self.text = text
            self.tone = tone
            self.action = action
        }
    }

    /// What a banner's button does, with its label.
    public struct Action: Sendable, Equatable {
        public enum Kind: Sendable, Equatable {
            case openPreferences
            case chooseMicrophone
            case retry
            case downloadModel
            case downloadMetered
            case cancelDownload
        }

        public var label: String
        public var kind: Kind

        public init(_ label: String, _ kind: Kind) {
            self.label = label
            self.kind = kind
        }
    }

    /// Something that takes time, with a sentence; fraction nil: nobody knows how long.
    public struct Progress: Sendable, Equatable {
        public var text: String
        public var fraction: Double?
        public var canCancel: Bool

        public init(_ text: String, fraction: Double?, canCancel: Bool = false) {
            self.text = text
            self.fraction = fraction
            self.canCancel = canCancel
        }
    }

    public var button = Button.start
    /// Label and accessible name of the round button.
    public var buttonLabel = ""
    public var pause = Pause.hidden
    public var pauseLabel = ""
    /// The transcript, paragraph by paragraph.
    public var paragraphs: [[Run]] = []
    /// Shown in place of an empty transcript: title and sentence.
    public var emptyTitle = ""
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
    public var banner: Banner?
    public var progress: Progress?
    public var canCopy = false
    public var canSave = false
    public var canClear = false
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

public enum PreferencesPart: Sendable, Equatable {
    case general
    case models
    case microphone
}
