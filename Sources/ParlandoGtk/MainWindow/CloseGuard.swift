import CGtk
import ParlandoPresenters

/// A page that may hold something that would be lost if the window closed.
@MainActor protocol Leaving: AnyObject {
    /// Question to ask before the window closes, or nil if nothing would be lost.
    var farewell: DictationViewState.Question? { get }

    /// Saves what would be lost; the user chooses where. Returns false if the user cancels, or if it cannot be saved.
    func saveBeforeLeaving() async -> Bool
}

extension Leaving {
    /// Saves nothing, on a page whose question offers no saving.
    func saveBeforeLeaving() async -> Bool {
        false
    }
}

/// Asks before a window closes while something would be lost: one question for each page that holds something.
@MainActor final class CloseGuard {
    private let window: Reference
    private let pages: [any Leaving]
    private var isAsking = false
    private var mayLeave = false

    /// - Parameter pages: the pages to ask, in this order.
    init(_ window: Reference, _ pages: [any Leaving]) {
        self.window = window
        self.pages = pages
    }

    func follow() {
        window.connectClose { [weak self] in self?.mayClose() ?? true }
    }

    private func mayClose() -> Bool {
        guard !mayLeave, pages.contains(where: { $0.farewell != nil }) else {
            return true
        }
        if !isAsking {
            isAsking = true
            Task { [weak self] in await self?.askAndLeave() }
        }
        return false
    }

    private func askAndLeave() async {
        for page in pages where !(await isDone(page)) {
            isAsking = false
            return
        }
        isAsking = false
        mayLeave = true
        gtk_window_close(window.cast())
    }

    /// Asks about a page until nothing on it would be lost, or the user discards it. Returns false if the user stays.
    private func isDone(_ page: any Leaving) async -> Bool {
        while let question = page.farewell {
            switch await Question.ask(question, over: window.cast()) {
            case .stay:
                return false
            case .goOn:
                return true
            case .save:
                guard await page.saveBeforeLeaving() else {
                    return false
                }
            }
        }
        return true
    }
}
