import CGtk
public import ParlandoPresenters

/// A part of the window that may lose something when the window closes.
@MainActor public protocol Leaving: AnyObject {
    /// The question to ask before the window closes, or nil if nothing would be lost.
    var farewell: DictationViewState.Question? { get }

    /// Saves what closing the window would lose; the user chooses where. Returns false if the user cancels, or if it
    /// cannot be saved.
    func saveBeforeLeaving() async -> Bool
}

/// Asks before a window closes while something would be lost: one question for each part that holds something.
@MainActor final class CloseGuard {
    private let window: Reference
    private let parts: [any Leaving]
    private var isAsking = false
    private var mayLeave = false

    /// - Parameter parts: the parts to ask, in this order.
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

    /// Asks about a part until nothing in it would be lost, or the user discards it. Returns false if the user stays.
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
