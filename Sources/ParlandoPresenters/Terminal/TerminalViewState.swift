/// The view state of the terminal page: everything that the page displays. Equal states look the same. All texts are
/// ready to be displayed.
public struct TerminalViewState: Sendable, Equatable {
    /// A row in the list of connections.
    public struct ConnectionRow: Sendable, Equatable {
        /// Identifier that the view passes to its presenter.
        public var id: String
        /// Name that the user gave the connection.
        public var title: String
        /// Destination of the connection, such as "ann@attic.example".
        public var subtitle: String

        public init(id: String, title: String, subtitle: String) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// Appearance of the terminal: font and scrollback.
    public struct Looks: Sendable, Equatable {
        /// Font as a Pango description; empty for the desktop's monospace font.
        public var font = ""
        /// Number of lines in the scrollback buffer.
        public var scrollback = 10_000

        public init() {}
    }

    /// A tab in the tab bar.
    public struct Tab: Sendable, Equatable {
        /// The most important condition of a tab, shown as a mark beside its title.
        public enum Mark: Sendable, Equatable {
            case none
            /// Dictated text currently goes to the tab.
            case dictating
            /// The program in the tab has ended.
            case ended
            /// The program rang the bell while another tab was in front.
            case rang
            /// The program wrote something while another tab was in front.
            case output
        }

        /// Identifier that the view passes to its presenter.
        public var id: TerminalTabID
        /// Title of the tab.
        public var title: String
        /// The long title for the tooltip and for screen readers: the name of the connection, the title, and the mark
        /// in words.
        public var name: String
        /// The mark beside the title.
        public var mark: Mark

        public init(id: TerminalTabID, title: String, name: String, mark: Mark) {
            self.id = id
            self.title = title
            self.name = name
            self.mark = mark
        }
    }

    /// The view state of the search bar.
    public struct Find: Sendable, Equatable {
        /// Whether upper and lower case are distinguished.
        public var isCaseSensitive: Bool
        /// Whether the text was not found or is too long to be searched for.
        public var isMissing: Bool
        /// Message that the text was not found or is too long, which is also announced to screen readers; empty if
        /// there is none.
        public var status: String

        public init(isCaseSensitive: Bool, isMissing: Bool, status: String) {
            self.isCaseSensitive = isCaseSensitive
            self.isMissing = isMissing
            self.status = status
        }
    }

    /// The tabs in their order. If there is only one, the tab bar is hidden.
    public var tabs = [Tab(id: TerminalTabID(1), title: "", name: "", mark: .none)]
    /// Identifier of the tab in front. The properties below are about this tab.
    public var front = TerminalTabID(1)
    /// The saved connections.
    public var connections: [ConnectionRow] = []
    /// Whether a terminal is shown instead of the list of connections.
    public var isOpen = false
    /// Name of the shell or connection in the terminal.
    public var title = ""
    /// State of the shell or connection in a few words, such as "Connecting…".
    public var connection = ""
    /// Appearance of the terminal: font and scrollback.
    public var looks = Looks()
    /// The search bar over the terminal, or nil if the search bar is closed.
    public var find: Find?
    /// Banner about a problem, or nil if there is none.
    public var banner: PageBanner?
    /// Progress of a lengthy operation, or nil if there is none.
    public var progress: PageProgress?
    /// Dictated text that has not been sent yet.
    public var preview: [[DictationViewState.Run]] = []
    /// Hint shown in the preview instead of dictated text while there is none.
    public var previewHint = ""
    /// Whether the dictated text in the preview can be edited by hand.
    public var isPreviewEditable = false
    /// Whether a tab has dictated text that would be lost if the program ended now.
    public var hasText = false
    /// Whether the dictated text in the preview can be sent.
    public var canSend = false
    /// Whether there is text to discard.
    public var canDiscard = false
    /// The current function of the microphone button, which starts and stops dictation.
    public var voice = PageButton.start
    /// Accessible name of the microphone button.
    public var voiceLabel = ""
    /// Whether the microphone button is enabled. If not, the status line says why.
    public var isVoiceEnabled = false
    /// Whether the microphone is open, which makes its button pulse.
    public var isRecording = false
    /// Status line, which is announced to screen readers.
    public var status = ""

    public init() {}
}
