import CGtk
public import ParlandoPresenters

/// A part of the window that may have unsaved work when the window closes.
@MainActor public protocol Leaving: AnyObject {
    /// The question before the window closes; nil if there is no unsaved work.
    var farewell: PageQuestion? { get }
    /// Whether work would be lost or interrupted if the program ended now.
    var isAtRisk: Bool { get }

    /// Stores what is stored without asking, so that `farewell` is only about the rest.
    func prepareToLeave() async
    /// The user chooses where. Returns false if the user cancels or saving fails.
    func saveBeforeLeaving() async -> Bool
    /// Deletes what the user has discarded but is already stored, right before the window closes.
    func discardBeforeLeaving() async
}

extension Leaving {
    public var isAtRisk: Bool {
        farewell != nil
    }

    public func prepareToLeave() async {}

    public func discardBeforeLeaving() async {}
}

/// Asks before a window with unsaved work closes, once for each part that has some.
@MainActor final class CloseGuard {
    private let window: Reference
    private let parts: [any Leaving]
    private var isAsking = false
    private var mayLeave = false

    /// - Parameter parts: in the order of the questions.
    init(_ window: Reference, _ parts: [any Leaving]) {
        self.window = window
        self.parts = parts
    }

    var isAtRisk: Bool {
        parts.contains(where: \.isAtRisk)
    }

    func follow() {
        window.connectClose { [weak self] in self?.mayClose() ?? true }
    }

    private func mayClose() -> Bool {
        if !mayLeave, !isAsking {
            isAsking = true
            Task { [weak self] in await self?.askAndLeave() }
        }
        return mayLeave
    }

    private func askAndLeave() async {
        defer { isAsking = false }
        var discarding: [any Leaving] = []
        for part in parts {
            await part.prepareToLeave()
            switch await answer(about: part) {
            case .stay: return
            case .goOn: discarding.append(part)
            case .save: break
            }
        }
        // Only after all questions, because the user may still decide to stay.
        for part in discarding {
            await part.discardBeforeLeaving()
        }
        mayLeave = true
        gtk_window_close(window.cast())
    }

    /// Asks until the part has no unsaved work, which counts as saved, or is discarded. If saving fails, the user
    /// stays.
    private func answer(about part: any Leaving) async -> Question.Answer {
        while let question = part.farewell {
            switch await Question.ask(question, over: window.cast()) {
            case .stay:
                return .stay
            case .goOn:
                return .goOn
            case .save:
                guard await part.saveBeforeLeaving() else {
                    return .stay
                }
            }
        }
        return .save
    }
}
