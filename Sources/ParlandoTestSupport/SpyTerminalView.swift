public import ParlandoCore
public import ParlandoPresenters

/// Remembers every state it was shown, and everything it was asked to do with its terminal.
@MainActor public final class SpyTerminalView: TerminalView, ChangeWatching {
    public weak var delegate: (any TerminalViewDelegate)?
    /// Every state it was shown, in order.
    public private(set) var states: [TerminalViewState] = []
    /// Every toast, in order.
    public private(set) var toasts: [String] = []
    /// Every command it ran, in order.
    public private(set) var commands: [TerminalCommand] = []
    /// Every text it pasted, in order.
    public private(set) var pasted: [String] = []
    /// Every form it showed, in order.
    public private(set) var forms: [ConnectionForm] = []
    /// How often it ended what ran.
    public private(set) var ends = 0
    public let changes = Changes()

    public init() {}

    /// What it shows now.
    public var state: TerminalViewState {
        states.last ?? TerminalViewState()
    }

    public func render(_ state: TerminalViewState) {
        states.append(state)
        changes.happened()
    }

    public func run(_ command: TerminalCommand) {
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

    public func showToast(_ text: String) {
        toasts.append(text)
    }

    public func focusTerminal() {}
    public func openPreferences(_ part: PreferencesPart) {}

    /// Every question, in order.
    public private(set) var questions: [PageQuestion] = []
    /// What questions are answered with.
    public var answer = false

    public func ask(_ question: PageQuestion) async -> Bool {
        questions.append(question)
        return answer
    }
}
