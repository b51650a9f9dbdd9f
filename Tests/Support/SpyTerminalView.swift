public import ParlandoCore
public import ParlandoPresenters

/// Terminal view that records every state it is shown and every command it receives for its terminals.
@MainActor public final class SpyTerminalView: TerminalView, ViewKeeping {
    public let log = ViewLog(TerminalViewState())
    /// All commands that the view was told to run, in order.
    public private(set) var commands: [[String]] = []
    /// Input mode of every terminal, set by a test.
    public var input = TerminalInput()
    /// Tabs in which the shell is running a program, set by a test.
    public var busyTabs: Set<TerminalTabID> = []
    /// All texts that the view was told to paste, in order.
    public private(set) var pasted: [String] = []
    /// The tab of each pasted text, in order.
    public private(set) var pastedInto: [TerminalTabID] = []
    /// All forms that the view was told to show, in order.
    public private(set) var forms: [ConnectionForm] = []
    /// Tabs in which the view was told to end the running program, in order.
    public private(set) var ended: [TerminalTabID] = [] { didSet { changes.happened() } }
    /// All searches that the view was told to make, in order.
    public private(set) var searches: [TerminalSearch] = []
    /// Whether a search finds something, set by a test.
    public var finds = true
    /// Tabs in which the view was told to end the search, in order.
    public private(set) var endedSearches: [TerminalTabID] = []
    /// Place to which the view was last told to move the keyboard focus.
    public private(set) var focus = Focus.nowhere

    /// Place of the keyboard focus.
    public enum Focus: Sendable, Equatable {
        case nowhere
        case terminal
        case tab
        case find
        /// The place of the focus before it moved to the search bar.
        case beforeFind
    }

    public init() {}

    public func run(_ command: [String], in tab: TerminalTabID) {
        commands.append(command)
    }

    public func end(_ tab: TerminalTabID) {
        ended.append(tab)
    }

    public func input(in tab: TerminalTabID) -> TerminalInput? {
        input
    }

    public func isBusy(_ tab: TerminalTabID) -> Bool {
        busyTabs.contains(tab)
    }

    public func paste(_ text: String, into tab: TerminalTabID) {
        pasted.append(text)
        pastedInto.append(tab)
    }

    public func search(_ search: TerminalSearch, in tab: TerminalTabID) -> Bool {
        searches.append(search)
        return finds
    }

    public func endSearch(in tab: TerminalTabID) {
        endedSearches.append(tab)
    }

    public func edit(_ form: ConnectionForm) {
        forms.append(form)
    }

    public func focusTerminal() {
        focus = .terminal
    }

    public func focusTab() {
        focus = .tab
    }

    public func focusFind() {
        focus = .find
    }

    public func leaveFind() {
        focus = .beforeFind
    }
}
