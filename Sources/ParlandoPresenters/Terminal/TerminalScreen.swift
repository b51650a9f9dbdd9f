import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the terminal page. `state` computes the view state from them.
struct TerminalScreen: DictatingScreen {
    typealias State = TerminalViewState

    var panel = DictationPanel()
    var tabs = TerminalTabs()
    /// The tab and session of the current or latest dictation, or nil if there was no dictation.
    var dictation: TerminalDictation?
    /// The tab and session of the dictation before the latest one, or nil if there was none.
    var formerDictation: TerminalDictation?
    var find = TerminalFind()
    var preferences = Preferences()

    var choices: TerminalPreferences {
        preferences.terminal
    }

    /// The tab in front.
    var tab: TerminalTab {
        tabs.current
    }

    /// The engine (this computer or a server) that recognises speech dictated into the tab in front; nil if the chosen
    /// server is no longer in the list.
    var engine: RecognitionEngine? {
        preferences.servers.engine(for: tab.session?.engine ?? "")
    }

    /// Returns the reason that dictated text waits in a tab until the user presses *Send*; nil if the text can be sent.
    func hold(_ tab: TerminalTab) -> TerminalHold? {
        tab.hold(choices.lineBreaks)
    }

    /// Whether a tab has dictated text that would be lost if the program ended now.
    var hasText: Bool {
        tabs.all.contains { !$0.draft.isEmpty } || isDictating || panel.unsent != nil
    }

    var state: State {
        var state = State()
        state.tabs = tabs.all.map { TerminalWording.row($0, isDictating: isDictating(in: $0.id)) }
        state.front = tabs.front
        state.connections = choices.connections.map {
            .init(id: $0.id, title: $0.title, subtitle: $0.title == $0.address ? "ssh" : $0.address)
        }
        state.isOpen = tab.session != nil
        state.title = tab.session.map(TerminalWording.title) ?? ""
        state.connection = tab.session.map(TerminalWording.state) ?? ""
        state.looks.font = choices.font
        state.looks.scrollback = choices.scrollback
        state.find = find.state
        state.banner = banner
        state.progress = progress
        state.preview = tab.preview
        state.previewHint = previewHint
        state.isPreviewEditable = !isDictating(in: tab.id)
        state.hasText = hasText
        state.canSend = tab.isConnected && !tab.draft.text.isEmpty
        state.canDiscard = !tab.draft.isEmpty || panel.isRecording && isDictating(in: tab.id)
        state.voice = panel.sessionButton
        state.voiceLabel = voiceLabel
        state.isVoiceEnabled = tab.isConnected || panel.phase != .idle
        state.isRecording = panel.phase == .listening
        state.status = status
        return state
    }

    private var previewHint: String {
        choices.sendsAtOnce ? tr("Dictated text goes to the terminal") : tr("Dictated text appears here")
    }

    private var voiceLabel: String {
        switch panel.phase {
        case .idle: tr("Dictate")
        case .opening: tr("Starting…")
        case .listening, .paused, .deviceLost: tr("Stop")
        case .finishing: tr("Finishing…")
        }
    }

    private var banner: PageBanner? {
        if showsSession, let banner = panel.sessionBanner {
            return banner
        }
        if let session = tab.session, let banner = TerminalWording.banner(session) {
            return banner
        }
        if let hold = hold(tab), let banner = TerminalWording.banner(hold) {
            return banner
        }
        return panel.conditionBanner(engine)
    }

    private var progress: PageProgress? {
        if panel.isServerSession, let progress = panel.upload.progress(panel.phase) {
            return progress
        }
        return engine?.server == nil ? panel.model.flatMap(ModelWording.progress) : nil
    }
}
