import CGtk
import ParlandoPresenters

/// Asks before a window closes as long as something would be lost with it.
@MainActor final class CloseGuard {
    private let window: Reference
    private weak var page: TranscriptionPage?
    private var isAsking = false
    private var mayLeave = false

    init(_ window: Reference, _ page: TranscriptionPage) {
        self.window = window
        self.page = page
    }

    func follow() {
        window.connectClose { [weak self] in self?.mayClose() ?? true }
    }

    private func mayClose() -> Bool {
        guard !mayLeave, let question = page?.farewell else {
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
