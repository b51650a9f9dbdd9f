/// All the terminal page shows. Equal states look the same. Every sentence in it is ready to be read.
public struct TerminalViewState: Sendable, Equatable {
    /// A connection of the list.
    public struct ConnectionRow: Sendable, Equatable {
        /// What the delegate is told.
        public var id: String
        /// What the user calls it.
        public var title: String
        /// Where it leads.
        public var subtitle: String

        public init(id: String, title: String, subtitle: String) {
            self.id = id
            self.title = title
            self.subtitle = subtitle
        }
    }

    /// How the terminal looks.
    public struct Looks: Sendable, Equatable {
        /// As Pango describes it, empty: the desktop's.
        public var font = ""
        /// Lines that can be scrolled back to.
        public var scrollback = 10_000

        public init() {}
    }

    /// The saved connections.
    public var connections: [ConnectionRow] = []
    /// Whether a terminal is shown, and not the list of connections.
    public var isOpen = false
    /// What runs in the terminal.
    public var title = ""
    /// How it is connected, in a few words.
    public var connection = ""
    /// How the terminal looks.
    public var looks = Looks()
    /// What is not as it should be, nil: all is well.
    public var banner: PageBanner?
    /// What takes time just now, nil: nothing.
    public var progress: PageProgress?
    /// What was dictated and waits to be sent.
    public var preview: [[TranscriptionViewState.Run]] = []
    /// Shown in place of an empty preview.
    public var previewHint = ""
    /// Whether the preview may be edited by hand.
    public var isPreviewEditable = false
    /// Whether the preview may be sent.
    public var canSend = false
    /// Whether there is something to throw away.
    public var canDiscard = false
    /// What the voice button does.
    public var voice = PageButton.start
    /// Its name.
    public var voiceLabel = ""
    /// Whether it can be pressed; the status says why not.
    public var isVoiceEnabled = false
    /// Whether it pulses: the microphone is open.
    public var isRecording = false
    /// One line that says what is going on; announced to screen readers.
    public var status = ""

    public init() {}
}
