import CGtk
public import ParlandoPresenters

/// A part of the window that may have unsaved work when the window closes.
@MainActor public protocol Leaving: AnyObject {
    /// The question before the window closes; nil if there is no unsaved work.
    var farewell: PageQuestion? { get }
    /// Whether work would be lost or interrupted if the program ended now.
    var isAtRisk: Bool { get }

    /// Stores what is stored without asking, so that `farewell` is only about the rest. Ends nothing: users may stay.
    func prepareToLeave() async
    /// The user chooses where. Returns false if the user cancels or saving fails.
    func saveBeforeLeaving() async -> Bool
    /// Ends what goes on, right before the window closes.
    ///
    /// - Parameter discards: whether to delete what is already stored, because the user has discarded it.
    func leave(discards: Bool) async
}

extension Leaving {
    public var isAtRisk: Bool {
        farewell != nil
    }

    public func prepareToLeave() async {}

    public func leave(discards: Bool) async {}
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
        var leaving: [(part: any Leaving, discards: Bool)] = []
        for part in parts {
            await part.prepareToLeave()
            let choice = await answer(about: part)
            guard choice != .stay else {
                return
            }
            leaving.append((part, choice == .goOn))
        }
        // Only after all questions, because the user may still decide to stay.
        for (part, discards) in leaving {
            await part.leave(discards: discards)
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
