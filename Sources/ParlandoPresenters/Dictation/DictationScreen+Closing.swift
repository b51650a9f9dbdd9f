import ParlandoCore

/// How much of a dictation page the history holds.
struct HeldPage: Equatable {
    /// The page as it was stored.
    var page = TranscriptDocument()
    /// For each session of the page, whether the history holds its text.
    var sessions: [Bool] = []
}

/// Finds out which texts of the page would be lost if the window closed, and puts the page back at the next start.
extension DictationScreen {
    /// The question that is asked before the window closes, or nil if nothing would be lost.
    var farewell: State.Question? {
        guard isAtRest else {
            return DictationWording.stopping(isKept: isSessionHeld, above: isTextAboveHeld)
        }
        guard panel.unsent == nil else {
            return DictationWording.notSent
        }
        guard !document.isEmpty, document != saved else {
            return nil
        }
        let sessions = held.page == document ? held.sessions : []
        guard sessions.isEmpty || sessions.contains(false) else {
            return nil
        }
        return DictationWording.losingText(isPartlyKept: sessions.contains(true))
    }

    /// Whether the history holds everything that was said in the session under way.
    private var isSessionHeld: Bool {
        held.sessions.count == document.sessions.count && held.sessions.last ?? false
    }

    /// Whether the history holds the text above the session under way; nil if there is none.
    private var isTextAboveHeld: Bool? {
        guard document.sessions.count > 1 else {
            return nil
        }
        return held.sessions.count == document.sessions.count && held.sessions.dropLast().allSatisfy { $0 }
    }

    /// Shows the page of the previous run of the program, above the words of a session that has begun meanwhile.
    mutating func restore(_ page: TranscriptDocument) {
        var restored = page
        restored.add(document.sessions)
        document = restored
        showPage()
    }
}
