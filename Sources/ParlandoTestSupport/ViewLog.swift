public import ParlandoPresenters

/// Everything a stand-in for a view was shown and asked.
@MainActor public final class ViewLog<State> {
    /// Woken at everything that is kept.
    public let changes = Changes()
    fileprivate let first: State
    fileprivate(set) var states: [State] = [] { didSet { changes.happened() } }
    fileprivate(set) var toasts: [String] = [] { didSet { changes.happened() } }
    fileprivate(set) var openedPreferences: [PreferencesPart] = [] { didSet { changes.happened() } }
    fileprivate(set) var questions: [PageQuestion] = [] { didSet { changes.happened() } }
    fileprivate(set) var answer = false

    /// - Parameter first: what counts as shown before anything is.
    public init(_ first: State) {
        self.first = first
    }
}

/// A stand-in for a view that keeps everything it is shown and asked.
@MainActor public protocol ViewKeeping: ChangeWatching {
    /// What the view shows.
    associatedtype State
    /// Everything so far.
    var log: ViewLog<State> { get }
}

extension ViewKeeping {
    public var changes: Changes { log.changes }
    /// What it shows now.
    public var state: State { log.states.last ?? log.first }
    /// Every state it was shown, in order.
    public var states: [State] { log.states }
    /// Every toast, in order.
    public var toasts: [String] { log.toasts }
    /// Every part of the preferences that was opened, in order.
    public var openedPreferences: [PreferencesPart] { log.openedPreferences }
    /// Every question, in order.
    public var questions: [PageQuestion] { log.questions }

    /// What every question is answered with.
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
