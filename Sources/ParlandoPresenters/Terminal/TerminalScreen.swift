import ParlandoCore
import ParlandoServices

/// All that the terminal page depends on, and the one place where it becomes what is shown.
struct TerminalScreen: DictatingScreen {
    typealias State = TerminalViewState
    typealias Run = TranscriptionViewState.Run

    var panel = DictationPanel()
    /// What runs, nil: the list of connections is shown.
    var session: TerminalSession?
    var draft = TerminalDraft()
    /// Whose text it is.
    var owners = TextOwners()
    /// Whether words wait that would have gone into the terminal by themselves.
    var isHeldBack = false
    /// What the program in the terminal does with what is typed.
    var input = TerminalInput()
    var preferences = Preferences()
    /// Whether what went into the terminal last was dictated: then a space comes before what follows.
    var goesOn = false

    var choices: TerminalPreferences {
        preferences.terminal
    }

    /// Who recognises what is dictated into this terminal, nil: a server that is not in the list.
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

    /// A dictation begins; what waits goes on waiting.
    mutating func beginText() {
        owners.begin(in: session, waiting: draft.text.isEmpty ? nil : owners.owner(in: session))
        draft.begin()
        isHeldBack = false
    }

    /// Text that was typed by hand takes the place of what waited.
    mutating func editText(_ text: String) {
        draft.edit(text)
        owners.edit(in: session, isEmpty: draft.text.isEmpty)
        isHeldBack = false
    }

    /// What waits is thrown away.
    mutating func discardText() {
        draft.discard()
        owners.clear()
        isHeldBack = false
    }

    /// What waited has gone into the terminal.
    mutating func didSend() {
        goesOn = true
        session?.wasUsed = true
        owners.clear()
        isHeldBack = false
    }

    private var preview: [[Run]] {
        let lines = draft.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var runs = lines.map { $0.isEmpty ? [] : [Run($0, .settled)] }
        if !draft.tentative.isEmpty, let last = runs.indices.last {
            runs[last].append(Run(draft.tentative, .tentative))
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
        case .listening, .paused, .deviceLost: tr("Stop Dictating")
        case .finishing: tr("Finishing…")
        }
    }

    private var status: String {
        switch panel.phase {
        case .opening: tr("Opening the microphone")
        case .listening where heldStatus != nil: heldStatus ?? ""
        case .listening where panel.upload.halt != nil: tr("Recording; the server is not transcribing")
        case .listening: panel.isModelReady ? tr("Listening") : tr("Listening while the speech model loads")
        case .paused: tr("Paused")
        case .deviceLost: tr("Waiting for a microphone")
        case .finishing: tr("Transcribing the last words")
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
