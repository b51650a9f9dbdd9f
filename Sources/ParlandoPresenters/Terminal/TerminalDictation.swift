import ParlandoCore
import ParlandoServices

/// The place in the terminal page that the current or latest dictation belongs to: the tab in which it was started, and
/// the session that was open there.
struct TerminalDictation: Equatable {
    let tab: TerminalTabID
    let owner: TextOwner
}

extension TerminalScreen {
    /// Whether a dictation has begun and not ended.
    var isDictating: Bool {
        panel.phase != .idle || panel.isWaiting
    }

    /// Whether the current dictation belongs to a tab.
    func isDictating(in id: TerminalTabID) -> Bool {
        isDictating && dictation?.tab == id
    }

    /// The tab that the current dictation belongs to if it is not the one in front, or nil if there is none.
    var distantTab: TerminalTab? {
        guard isDictating, let dictation, dictation.tab != tabs.front else {
            return nil
        }
        return tabs[dictation.tab]
    }

    /// Whether a message about the latest dictation is shown in the tab in front: trying again would write into the tab
    /// of the dictation, unless it has been closed.
    var showsSession: Bool {
        panel.phase != .idle || dictation.map { $0.tab == tabs.front || tabs[$0.tab] == nil } ?? true
    }

    /// Begins a dictation in the tab in front.
    ///
    /// - Parameter isResumed: whether kept sound is sent again. It stays with the session that it was spoken for, and
    ///   appears in the tab in front only if its own has been closed.
    mutating func beginText(isResumed: Bool) {
        let former = isResumed ? dictation : nil
        let owner = former?.owner ?? TextOwner(tabs.current.session)
        let id = former.flatMap { tabs[$0.tab]?.id } ?? tabs.front
        formerDictation = dictation
        dictation = TerminalDictation(tab: id, owner: owner)
        tabs.change(id) { $0.beginText(for: owner) }
    }

    /// Returns to the dictation before if the latest has ended without having listened, and the sound of the one before
    /// is offered again.
    mutating func keepSoundInItsTab() {
        if panel.phase == .idle, !panel.hasListened, panel.unsent != nil, let formerDictation {
            dictation = formerDictation
        }
    }

    /// Adds words to the tab that the dictation belongs to.
    mutating func hear(_ transcript: Transcript) {
        if let dictation {
            tabs.change(dictation.tab) { $0.draft.hear(transcript) }
        }
    }
}
