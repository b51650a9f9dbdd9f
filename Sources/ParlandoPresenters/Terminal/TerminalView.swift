public import ParlandoCore

/// The terminal page, as its presenter knows it, with the terminal emulators of all tabs.
@MainActor public protocol TerminalView: AnyObject {
    func render(_ state: TerminalViewState)
    /// A program that is running there is ended.
    func run(_ command: [String], in tab: TerminalTabID)
    /// Ends the program in a tab, and removes the tab's terminal.
    func end(_ tab: TerminalTabID)
    /// Nil if there is no terminal.
    func input(in tab: TerminalTabID) -> TerminalInput?
    /// Whether a program would be lost if the tab were closed.
    func isBusy(_ tab: TerminalTabID) -> Bool
    /// As a bracketed paste if the program has enabled it.
    func paste(_ text: String, into tab: TerminalTabID)
    /// Selects the occurrence and scrolls to it. Returns whether there is one.
    func search(_ search: TerminalSearch, in tab: TerminalTabID) -> Bool
    func endSearch(in tab: TerminalTabID)
    func focusTerminal()
    /// To its terminal, or to the list of connections.
    func focusTab()
    func focusFind()
    /// Back to the widget that had the focus before.
    func leaveFind()
    func edit(_ form: ConnectionForm)
    func showToast(_ text: String)
    func openPreferences(_ part: PreferencesPart)
    func ask(_ question: PageQuestion) async -> Bool
}

public enum TerminalEvent: Sendable, Equatable {
    case started
    /// `detail` is for the log.
    case notStarted(detail: String)
    /// The program switched to raw mode, as `ssh` does after the login.
    case connected
    case input(TerminalInput)
    /// `said` is the last part of the output.
    case ended(TerminalExit, said: String)
    case typed
    case title(String)
    case rang
    /// For the first time since the terminal was last visible.
    case wrote
}

/// State of the terminal page. Texts are ready to be displayed.
public struct TerminalViewState: Sendable, Equatable {
    public struct Looks: Sendable, Equatable {
        /// A Pango description; empty for the desktop's monospace font.
        public var font = ""
        public var scrollback = 10_000

        public init() {}
    }

    public struct Tab: Sendable, Equatable {
        /// The most important condition of a tab.
        public enum Mark: Sendable, Equatable {
            case none
            case dictating
            case ended
            case rang
            case output
        }

        public var id: TerminalTabID
        public var title: String
        /// Connection, title and the mark in words, for the tooltip and screen readers.
        public var name: String
        public var mark: Mark
    }

    /// If there is only one, the tab bar is hidden.
    public var tabs = [Tab(id: TerminalTabID(1), title: "", name: "", mark: .none)]
    /// The properties below are about this tab.
    public var front = TerminalTabID(1)
    public var connections: [ListEntry] = []
    /// Whether a terminal is shown instead of the list of connections.
    public var isOpen = false
    public var title = ""
    public var connection = ""
    public var looks = Looks()
    /// Nil if it is closed. Without matches, because VTE tells none.
    public var find: FindViewState?
    public var banner: PageBanner?
    public var progress: PageProgress?
    public var preview: [[DictationViewState.Run]] = []
    /// Shown in place of dictated text.
    public var previewHint = ""
    public var isPreviewEditable = false
    /// Whether a tab has text that would be lost if the program ended now.
    public var hasText = false
    public var canSend = false
    public var canDiscard = false
    public var voice = PageButton.start
    public var voiceLabel = ""
    /// If not, the status line says why.
    public var isVoiceEnabled = false
    public var isRecording = false
    public var status = ""

    public init() {}
}
