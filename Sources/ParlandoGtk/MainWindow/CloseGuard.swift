import CGtk
public import ParlandoPresenters

/// A part of the window that may contain unsaved work when the window closes.
@MainActor public protocol Leaving: AnyObject {
    /// The question to ask before the window closes, or nil if there is no unsaved work.
    var farewell: DictationViewState.Question? { get }

    /// Saves the unsaved work; the user chooses where. Returns false if the user cancels or saving fails.
    func saveBeforeLeaving() async -> Bool
}

/// Asks the user before a window with unsaved work closes, with one question for each part that has some.
@MainActor final class CloseGuard {
    private let window: Reference
    private let parts: [any Leaving]
    private var isAsking = false
    private var mayLeave = false

    /// - Parameter parts: parts that may contain unsaved work, in the order of the questions.
    init(_ window: Reference, _ parts: [any Leaving]) {
        self.window = window
        self.parts = parts
    }

    func follow() {
        window.connectClose { [weak self] in self?.mayClose() ?? true }
    }

    private func mayClose() -> Bool {
        guard !mayLeave, parts.contains(where: { $0.farewell != nil }) else {
            return true
        }
        if !isAsking {
            isAsking = true
            Task { [weak self] in await self?.askAndLeave() }
        }
        return false
    }

    private func askAndLeave() async {
        for part in parts where !(await isDone(part)) {
            isAsking = false
            return
        }
        isAsking = false
        mayLeave = true
        gtk_window_close(window.cast())
    }

    /// Asks about a part until it has no unsaved work or the user discards it. Returns false if the user decides to
    /// stay or saving fails.
    private func isDone(_ part: any Leaving) async -> Bool {
        while let question = part.farewell {
            switch await Question.ask(question, over: window.cast()) {
            case .stay:
                return false
            case .goOn:
                return true
            case .save:
                guard await part.saveBeforeLeaving() else {
                    return false
                }
            }
        }
        return true
    }
}
