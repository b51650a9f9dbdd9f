public import ParlandoCore
public import ParlandoPresenters

/// Remembers every state it was shown, and everything it was asked to do with its terminal.
@MainActor public final class SpyTerminalView: TerminalView, ViewKeeping {
    public weak var delegate: (any TerminalViewDelegate)?
    public let log = ViewLog(TerminalViewState())
    /// Every command it ran, in order.
    public private(set) var commands: [[String]] = []
    /// What the program in it does with what is typed.
    public var input = TerminalInput()
    /// Every text it pasted, in order.
    public private(set) var pasted: [String] = []
    /// Every form it showed, in order.
    public private(set) var forms: [ConnectionForm] = []
    /// How often it ended what ran.
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
