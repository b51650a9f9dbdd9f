public import ParlandoPresenters

/// Log of all states and questions that a view received.
@MainActor public final class ViewLog<State> {
    /// Changes of the log, which tests can await.
    public let changes = Changes()
    fileprivate let first: State
    fileprivate(set) var states: [State] = [] { didSet { changes.happened() } }
    fileprivate(set) var toasts: [String] = [] { didSet { changes.happened() } }
    fileprivate(set) var openedPreferences: [PreferencesPart] = [] { didSet { changes.happened() } }
    fileprivate(set) var questions: [PageQuestion] = [] { didSet { changes.happened() } }
    fileprivate(set) var answer = false

    /// - Parameter first: state that counts as shown before any other.
    public init(_ first: State) {
        self.first = first
    }
}

/// View that records all states and questions it receives.
@MainActor public protocol ViewKeeping: ChangeWatching {
    /// Type of the view state.
    associatedtype State
    /// Log of the view.
    var log: ViewLog<State> { get }
}

extension ViewKeeping {
    public var changes: Changes { log.changes }
    /// Latest state that the view was shown, or the initial one if none was shown.
    public var state: State { log.states.last ?? log.first }
    /// All states that the view was shown, in order.
    public var states: [State] { log.states }
    /// All toasts that the view was told to show, in order.
    public var toasts: [String] { log.toasts }
    /// All parts of the preferences that were opened, in order.
    public var openedPreferences: [PreferencesPart] { log.openedPreferences }
    /// All questions that the view was told to ask, in order.
    public var questions: [PageQuestion] { log.questions }

    /// Answer that the view returns to every question.
    public var answer: Bool {
        get { log.answer }
        set { log.answer = newValue }
    }

    public func render(_ state: State) {
        log.states.append(state)
    }

    public func showToast(_ text: String) {
        log.toasts.append(text)
    }

    public func openPreferences(_ part: PreferencesPart) {
        log.openedPreferences.append(part)
    }

    public func ask(_ question: PageQuestion) async -> Bool {
        log.questions.append(question)
        return log.answer
    }
}
