public import ParlandoCore
public import ParlandoPresenters

/// Terminal view that records every state it is shown and every command it receives for its terminals.
@MainActor public final class SpyTerminalView: TerminalView, ViewKeeping {
    public let log = ViewLog(TerminalViewState())
    public private(set) var commands: [[String]] = []
    /// Input mode of every terminal, set by a test.
    public var input = TerminalInput()
    /// Tabs in which the shell is running a program, set by a test.
    public var busyTabs: Set<TerminalTabID> = []
    public private(set) var pasted: [String] = []
    public private(set) var pastedInto: [TerminalTabID] = []
    public private(set) var forms: [ConnectionForm] = []
    public private(set) var ended: [TerminalTabID] = [] { didSet { changes.happened() } }
    public private(set) var searches: [TerminalSearch] = []
    /// Whether a search finds something, set by a test.
    public var finds = true
    public private(set) var endedSearches: [TerminalTabID] = []
    public private(set) var focus = Focus.nowhere

    /// Place of the keyboard focus.
    public enum Focus: Sendable, Equatable {
        case nowhere
        case terminal
        case tab
        case find
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
