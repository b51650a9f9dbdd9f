import CGtk
import ParlandoPresenters

/// Asks for confirmation before a window closes while something would be lost.
@MainActor final class CloseGuard {
    private let window: Reference
    private let farewells: [@MainActor () -> DictationViewState.Question?]
    private var isAsking = false
    private var mayLeave = false

    /// - Parameter farewells: one closure for each page; it returns the question to ask before closing, or nil if
    ///   nothing would be lost.
    init(_ window: Reference, _ farewells: [@MainActor () -> DictationViewState.Question?]) {
        self.window = window
        self.farewells = farewells
    }

    func follow() {
        window.connectClose { [weak self] in self?.mayClose() ?? true }
    }

    private func mayClose() -> Bool {
        guard !mayLeave, let question = farewells.lazy.compactMap({ $0() }).first else {
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
