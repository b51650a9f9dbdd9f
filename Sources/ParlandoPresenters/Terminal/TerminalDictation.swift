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

    /// Whether the current dictation belongs to this tab.
    func isDictating(in id: TerminalTabID) -> Bool {
        isDictating && dictation?.tab == id
    }

    /// The tab of the current dictation, or nil if there is no dictation or its tab is in front.
    var distantTab: TerminalTab? {
        guard isDictating, let dictation, dictation.tab != tabs.front else {
            return nil
        }
        return tabs[dictation.tab]
    }

    /// Whether the tab in front shows messages about the latest dictation. After the dictation has ended, only its own
    /// tab shows them, because trying again would write into that tab. If that tab has been closed, every tab shows
    /// them.
    var showsSession: Bool {
        panel.phase != .idle || dictation.map { $0.tab == tabs.front || tabs[$0.tab] == nil } ?? true
    }

    /// Begins a dictation in the tab in front.
    ///
    /// - Parameter isResumed: whether kept sound is sent again. Its text goes to the tab of the dictation in which it
    ///   was spoken, and to the tab in front only if that tab has been closed.
    mutating func beginText(isResumed: Bool) {
        let former = isResumed ? dictation : nil
        let owner = former?.owner ?? TextOwner(tabs.current.session)
        let id = former.flatMap { tabs[$0.tab]?.id } ?? tabs.front
        formerDictation = dictation
        dictation = TerminalDictation(tab: id, owner: owner)
        tabs.change(id) { $0.beginText(for: owner) }
    }

    /// Makes the previous dictation current again if the latest one has ended before its microphone was open, and the
    /// sound of the previous one is offered again.
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
