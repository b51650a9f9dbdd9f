import ParlandoCore
import ParlandoServices

/// The destination of a dictation on the terminal page: the tab in which it was started, and the shell or connection
/// that was open there.
struct TerminalDictation: Equatable {
    let tab: TerminalTabID
    let owner: TextOwner
}

extension TerminalScreen {
    /// Whether a dictation is under way.
    var isDictating: Bool {
        panel.phase != .idle || panel.isWaiting
    }

    /// Whether the current dictation belongs to this tab.
    func isDictating(in id: TerminalTabID) -> Bool {
        isDictating && dictation?.tab == id
    }

    /// The tab of the current dictation, if another tab is in front. Nil if that tab is in front or there is no
    /// dictation.
    var distantTab: TerminalTab? {
        guard isDictating, let dictation, dictation.tab != tabs.front else {
            return nil
        }
        return tabs[dictation.tab]
    }

    /// Whether the tab in front shows messages about the latest dictation. While the dictation is running, every tab
    /// shows them. Afterwards, only the tab of the dictation does, because *Try Again* would write into that tab. If
    /// that tab has been closed, every tab shows them.
    var showsSession: Bool {
        panel.phase != .idle || dictation.map { $0.tab == tabs.front || tabs[$0.tab] == nil } ?? true
    }

    /// Begins a dictation in the tab in front.
    ///
    /// - Parameter isResumed: whether an earlier recording is sent to the server again. Its text goes to the tab in
    ///   which it was dictated, or to the tab in front if that tab has been closed.
    mutating func beginText(isResumed: Bool) {
        let former = isResumed ? dictation : nil
        let owner = former?.owner ?? TextOwner(tabs.current.session)
        let id = former.flatMap { tabs[$0.tab]?.id } ?? tabs.front
        formerDictation = dictation
        dictation = TerminalDictation(tab: id, owner: owner)
        tabs.change(id) { $0.beginText(for: owner) }
    }

    /// Restores `dictation` to the previous dictation if the latest one ended before the microphone was open. The
    /// recording of the previous dictation, which was not sent, then belongs to its own tab again.
    mutating func keepSoundInItsTab() {
        if panel.phase == .idle, !panel.hasListened, panel.unsent != nil, let formerDictation {
            dictation = formerDictation
        }
    }

    /// Shows the dictation's transcript so far in the preview (the dictated text not yet sent) of the tab to which the
    /// dictation belongs.
    mutating func hear(_ transcript: Transcript) {
        if let dictation {
            tabs.change(dictation.tab) { $0.draft.hear(transcript) }
        }
    }
}
