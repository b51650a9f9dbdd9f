import CGtk
import ParlandoPresenters

/// Asks before a window closes while something would be lost: one question for each page that holds something.
@MainActor final class CloseGuard {
    private let window: Reference
    private let pages: [any Page]
    private var isAsking = false
    private var mayLeave = false

    /// - Parameter pages: the pages to ask, in this order.
    init(_ window: Reference, _ pages: [any Page]) {
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
    private func isDone(_ page: any Page) async -> Bool {
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
