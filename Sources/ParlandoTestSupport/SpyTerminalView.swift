public import ParlandoCore
public import ParlandoPresenters

/// Terminal view that records every state it is shown and every terminal command it receives.
@MainActor public final class SpyTerminalView: TerminalView, ViewKeeping {
    public weak var delegate: (any TerminalViewDelegate)?
    public let log = ViewLog(TerminalViewState())
    /// All commands it was asked to run, in order.
    public private(set) var commands: [[String]] = []
    /// Input mode of the terminal, set by a test.
    public var input = TerminalInput()
    /// All texts it was asked to paste, in order.
    public private(set) var pasted: [String] = []
    /// All forms it was asked to show, in order.
    public private(set) var forms: [ConnectionForm] = []
    /// Number of times it was asked to end the running program.
    public private(set) var ends = 0

    public init() {}

    public func run(_ command: [String]) {
        commands.append(command)
    }

    public func end() {
        ends += 1
    }

    public func paste(_ text: String) {
        pasted.append(text)
    }

    public func edit(_ form: ConnectionForm) {
        forms.append(form)
    }

    public func focusTerminal() {}
}
