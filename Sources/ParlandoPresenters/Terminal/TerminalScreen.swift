import ParlandoCore
import ParlandoServices

/// Everything that the view state of the terminal page depends on. Only this type computes that state.
struct TerminalScreen: DictatingScreen {
    typealias State = TerminalViewState
    typealias Run = DictationViewState.Run

    var panel = DictationPanel()
    /// The session in the terminal, or nil if the list of connections is shown.
    var session: TerminalSession?
    var draft = TerminalDraft()
    /// The sessions that the text in the preview was dictated for.
    var owners = TextOwners()
    /// Whether text waits that would have been sent automatically if nothing had held it back.
    var isHeldBack = false
    /// Input mode of the program in the terminal.
    var input = TerminalInput()
    var preferences = Preferences()
    /// Whether the latest input of the terminal was dictated, so that a space is inserted before the next text.
    var goesOn = false

    var choices: TerminalPreferences {
        preferences.terminal
    }

    /// The engine that recognises dictation into this terminal, or nil if the chosen server is no longer in the list.
    var engine: RecognitionEngine? {
        preferences.servers.engine(for: session?.engine ?? "")
    }

    var isConnected: Bool {
        session?.isConnected ?? false
    }

    var state: State {
        var state = State()
        state.connections = choices.connections.map {
            .init(id: $0.id, title: $0.title, subtitle: $0.title == $0.address ? "ssh" : $0.address)
        }
        state.isOpen = session != nil
        state.title = session.map(TerminalWording.title) ?? ""
        state.connection = session.map(TerminalWording.state) ?? ""
        state.looks.font = choices.font
        state.looks.scrollback = choices.scrollback
        state.banner = banner
        state.progress = progress
        state.preview = preview
        state.previewHint = previewHint
        state.isPreviewEditable = panel.phase == .idle && !panel.isWaiting
        state.canSend = isConnected && !draft.text.isEmpty
        state.canDiscard = !draft.isEmpty || panel.isRecording
        state.voice = panel.sessionButton
        state.voiceLabel = voiceLabel
        state.isVoiceEnabled = isConnected || panel.phase != .idle
        state.isRecording = panel.phase == .listening
        state.status = status
        return state
    }

    /// Begins a dictation. Text in the preview stays there.
    mutating func beginText() {
        owners.begin(in: session, waiting: draft.text.isEmpty ? nil : owners.owner(in: session))
        draft.begin()
        isHeldBack = false
    }

    /// Replaces the text in the preview by the user's edited version.
    mutating func editText(_ text: String) {
        draft.edit(text)
        owners.edit(in: session, isEmpty: draft.text.isEmpty)
        isHeldBack = false
    }

    /// Discards the text in the preview.
    mutating func discardText() {
        draft.discard()
        owners.clear()
        isHeldBack = false
    }

    /// Records that the text in the preview was sent to the terminal.
    mutating func didSend() {
        goesOn = true
        session?.wasUsed = true
        owners.clear()
        isHeldBack = false
    }

    private var preview: [[Run]] {
        let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var runs = lines.map { $0.isEmpty ? [] : [Run($0, .final)] }
        if !draft.interim.isEmpty, let last = runs.indices.last {
            runs[last].append(Run(draft.interim, .interim))
        }
        return draft.isEmpty ? [] : runs
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

    private var status: String {
        switch panel.phase {
        case .opening: tr("Opening the microphone")
        case .listening where heldStatus != nil: heldStatus ?? ""
        case .listening where panel.upload.halt != nil: tr("Recording; the server is not transcribing")
        case .listening: ModelWording.listening(panel.awaitedModel)
        case .paused: tr("Paused")
        case .deviceLost: tr("Waiting for a microphone")
        case .finishing where panel.next == .start: tr("Transcribing the last words, then starting again")
        case .finishing: ModelWording.finishing(panel.awaitedModel)
        case .idle: idleStatus
        }
    }

    private var heldStatus: String? {
        hold.flatMap(TerminalWording.status)
    }

    private var idleStatus: String {
        switch session?.stage {
        case nil: tr("Open a shell or a connection to dictate.")
        case .starting, .connecting: tr("You can dictate once connected.")
        case .ended, .failed, .notStarted: tr("Not connected.")
        case .connected where draft.isEmpty: readyStatus
        case .connected: heldStatus ?? tr("Check the text, then send it.")
        }
    }

    private var readyStatus: String {
        if let server = engine?.server {
            return tr("Press the microphone and speak. {name} transcribes it.", ["name": server.name])
        }
        return panel.model.flatMap(ModelWording.status) ?? tr("Press the microphone and speak.")
    }

    private var banner: PageBanner? {
        if let banner = panel.sessionBanner {
            return banner
        }
        if let session, let banner = TerminalWording.banner(session) {
            return banner
        }
        if let hold, let banner = TerminalWording.banner(hold) {
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
