import ParlandoCore
import ParlandoServices

/// All that determines the view state of the terminal page.
struct TerminalScreen: DictatingScreen {
    typealias State = TerminalViewState

    var panel = DictationPanel()
    var tabs = TerminalTabs()
    /// The current or latest one.
    var dictation: TerminalDictation?
    /// The one before.
    var formerDictation: TerminalDictation?
    var find = TerminalFind()
    var preferences = Preferences()

    var choices: TerminalPreferences {
        preferences.terminal
    }

    var tab: TerminalTab {
        tabs.current
    }

    /// For dictation into the tab in front; nil if the chosen server is no longer in the list.
    var engine: RecognitionEngine? {
        panel.ownChoice.model == nil ? preferences.servers.engine(for: tab.session?.engine ?? "") : .local
    }

    func hold(_ tab: TerminalTab) -> TerminalHold? {
        tab.hold(choices.lineBreaks)
    }

    /// Whether a tab has text that would be lost if the program ended now.
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
        if let session = tab.session, let banner = TerminalWording.banner(session, hasText: !tab.draft.isEmpty) {
            return banner
        }
        if let hold = hold(tab), let banner = TerminalWording.banner(hold) {
            return banner
        }
        return panel.conditionBanner(engine) ?? panel.soundBanner
    }

    private var progress: PageProgress? {
        if panel.isServerSession, let progress = panel.upload.progress(panel.phase) {
            return progress
        }
        return engine?.server == nil ? panel.sessionModel.flatMap(ModelWording.progress) : nil
    }
}

extension TerminalScreen {
    var status: String {
        if let distantTab {
            return tr("Dictation goes to the tab “{name}”.", ["name": TerminalWording.title(distantTab)])
        }
        if panel.phase == .listening, let heldStatus {
            return heldStatus
        }
        let choice = ChoiceWording.title(panel.ownChoice)
        return (panel.sessionStatus ?? idleStatus) + (choice.isEmpty ? "" : " · " + choice)
    }

    private var heldStatus: String? {
        hold(tab).flatMap(TerminalWording.status)
    }

    private var idleStatus: String {
        switch tab.session?.stage {
        case nil: tr("Open a shell or a connection to dictate.")
        case .starting, .connecting: tr("You can dictate once connected.")
        case .ended, .failed, .notStarted: tr("Not connected.")
        case .connected where tab.draft.isEmpty: readyStatus
        case .connected: heldStatus ?? tr("Check the text, then send it.")
        }
    }

    private var readyStatus: String {
        if let server = engine?.server {
            return tr("Press the microphone and speak. {name} transcribes it.", ["name": server.name])
        }
        return panel.model.flatMap(ModelWording.status) ?? tr("Press the microphone and speak.")
    }
}

/// Why dictated text waits until the user presses *Send*.
enum TerminalHold: Equatable {
    /// Dictated into another session than the one that is open now.
    case stranger(TextOwner)
    /// The terminal does not echo, as when a program asks for a password.
    case hidden
    /// Too long for a program that reads line by line, if `isCertain`, or that may do so.
    case longLine(isCertain: Bool)
}

extension TerminalTab {
    func hold(_ lineBreaks: TerminalText.LineBreaks) -> TerminalHold? {
        guard isConnected else {
            return nil
        }
        if !draft.isEmpty, let stranger = owners.stranger(to: session) {
            return .stranger(stranger)
        }
        if input.isHidden {
            return .hidden
        }
        return lineHold(lineBreaks)
    }

    func lineHold(_ lineBreaks: TerminalText.LineBreaks) -> TerminalHold? {
        // Most texts are so short that they need no check.
        guard isConnected, draft.text.utf8.count + input.lineBytes >= TerminalInput.longestLine else {
            return nil
        }
        // A space may be inserted before the text.
        let text = (goesOn ? " " : "") + TerminalText.safe(draft.text, lineBreaks: lineBreaks)
        switch input.fit(text) {
        case .whole: return nil
        case .cut: return .longLine(isCertain: true)
        case .perhapsCut: return .longLine(isCertain: false)
        }
    }
}
