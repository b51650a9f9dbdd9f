import CGtk
import ParlandoPresenters

/// Asks for confirmation before a window closes while something would be lost.
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
        guard !mayLeave, let question = pages.lazy.compactMap({ $0.farewell }).first else {
            return true
        }
        if !isAsking {
            isAsking = true
            Question.ask(question.title, question.text, goOn: question.goOn, over: window.cast()) { [weak self] in
                self?.hear($0)
            }
        }
        return false
    }

    private func hear(_ answer: Question.Answer) {
        isAsking = false
        if answer == .goOn {
            mayLeave = true
            gtk_window_close(window.cast())
        }
    }
}
