import ParlandoCore
public import ParlandoServices

/// Where a dictation goes: the tab in which it was started, and the session that was open there.
struct TerminalDictation: Equatable {
    let tab: TerminalTabID
    let owner: TextOwner
}

extension TerminalScreen {
    var isDictating: Bool {
        panel.phase != .idle || panel.isWaiting
    }

    func isDictating(in id: TerminalTabID) -> Bool {
        isDictating && dictation?.tab == id
    }

    /// The tab of the current dictation, if another one is in front.
    var distantTab: TerminalTab? {
        guard isDictating, let dictation, dictation.tab != tabs.front else {
            return nil
        }
        return tabs[dictation.tab]
    }

    /// Whether the tab in front shows messages about the latest dictation: while it runs, every tab; afterwards only
    /// its own, because *Try Again* would write into that; every tab if that has been closed.
    var showsSession: Bool {
        panel.phase != .idle || dictation.map { $0.tab == tabs.front || tabs[$0.tab] == nil } ?? true
    }

    /// - Parameter isResumed: whether a recording is sent to the server again. Its text goes to the tab in which it was
    ///   dictated, or to the one in front if that has been closed.
    mutating func beginText(isResumed: Bool) {
        let former = isResumed ? dictation : nil
        let owner = former?.owner ?? TextOwner(tabs.current.session)
        let id = former.flatMap { tabs[$0.tab]?.id } ?? tabs.front
        formerDictation = dictation
        dictation = TerminalDictation(tab: id, owner: owner)
        tabs.change(id) { $0.beginText(for: owner) }
    }

    /// If the latest dictation ended before the microphone was open, the unsent recording belongs to the tab of the one
    /// before again.
    mutating func keepSoundInItsTab() {
        if panel.phase == .idle, !panel.hasListened, panel.unsent != nil, let formerDictation {
            dictation = formerDictation
        }
    }

    mutating func hear(_ transcript: Transcript) {
        if let dictation {
            tabs.change(dictation.tab) { $0.draft.hear(transcript) }
        }
    }
}

/// The session for which text was dictated. The text keeps this owner if another session is opened in the tab.
struct TextOwner: Equatable {
    /// 0 if no session was open.
    let number: Int
    let target: TerminalSession.Target?

    init(_ session: TerminalSession?) {
        number = session?.number ?? 0
        target = session?.target
    }
}

/// The sessions for which the text in a tab's preview was dictated.
struct TextOwners: Equatable {
    /// For the current or latest dictation.
    private var spokenIn: TextOwner?
    /// For older text in the preview; nil if there is none.
    private var keptFor: TextOwner?

    /// - Parameter waiting: owner of the text that is already in the preview; nil if there is none.
    mutating func begin(for owner: TextOwner, waiting: TextOwner?) {
        keptFor = waiting
        spokenIn = owner
    }

    /// The user has edited the preview.
    ///
    /// - Parameters:
    ///   - session: the one beside the preview.
    ///   - isEmpty: whether the edited text is empty.
    mutating func edit(in session: TerminalSession?, isEmpty: Bool) {
        keptFor = isEmpty ? nil : stranger(to: session) ?? TextOwner(session)
        spokenIn = nil
    }

    /// The preview was sent or discarded. Words that are still to come keep their session.
    mutating func clear() {
        keptFor = nil
    }

    mutating func takeBack() {
        keptFor = spokenIn
    }

    /// A session other than `session` for which the preview, or words still to come, were dictated.
    func stranger(to session: TerminalSession?) -> TextOwner? {
        let number = session?.number ?? 0
        return [keptFor, spokenIn].compactMap { $0 }.first { $0.number != number }
    }

    /// This is `session`, unless the text belongs to another one.
    func owner(in session: TerminalSession?) -> TextOwner {
        stranger(to: session) ?? TextOwner(session)
    }
}

extension TerminalPresenter: DictationServiceDelegate {
    public func dictationService(_ service: DictationService, didReport event: DictationEvent) {
        update { screen in
            screen.panel.apply(event)
            screen.keepSoundInItsTab()
        }
        switch event {
        case .phase:
            didEnterPhase()
        case .transcript(let transcript), .takenBack(let transcript, _):
            update { $0.hear(transcript) }
            if let dictation = screen.dictation {
                sendByItself(dictation.tab)
            }
        case .warning(let warning) where warning != .noSound:
            warning.message.map { showToast($0.text) }
        case .silence(let seconds):
            showToast(DictationWording.stopped(afterSilence: seconds))
        case .heard, .level, .elapsed, .language, .warning, .halt, .recognised, .failure:
            break
        }
    }

    private func didEnterPhase() {
        if screen.panel.isWaiting {
            Task { await keepUnsent() }
        }
        if screen.panel.isRecording, screen.panel.resumedFrom == nil, !isDictationConnected {
            // The connection ended while the microphone was being opened.
            stopDictation()
        }
        obeyKeptCommand()
    }

    private var isDictationConnected: Bool {
        screen.dictation.flatMap { screen.tabs[$0.tab] }?.isConnected ?? false
    }
}

extension TerminalPresenter: ModelServiceDelegate {
    public func modelService(_ service: ModelService, didChange entries: [ModelEntry]) {
        adopt(entries)
    }
}
