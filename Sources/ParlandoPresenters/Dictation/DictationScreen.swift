import ParlandoCore
import ParlandoServices

/// All data that determine the view state of the dictation page. `state` computes the view state from them.
struct DictationScreen: DictatingScreen {
    typealias State = DictationViewState

    var panel = DictationPanel()
    var preferences = Preferences()
    var layout = TranscriptLayout()
    var document = TranscriptDocument()
    /// The steps on the page that can be undone or redone.
    var history = PageHistory()
    /// The text of the page as it was last saved to a file; nil if it was never saved.
    var saved: TranscriptDocument?
    /// How much of the page the history held when the page was last stored there.
    var held = HeldPage()
    /// Whether another running program owns the data folder.
    var isDataShared = false
    /// Whether the last session has left words on the page.
    var hasLastSession = false
    /// Total duration of the sessions on the page, in seconds; nil if there are none.
    var elapsed: Int?
    /// Input level of the microphone, in dBFS.
    var level = -Double.infinity
    /// ISO 639-1 code of the language that was detected in the speech; empty if there is none.
    var heardLanguage = ""
    var isOtherLanguage = false
    var isBehind = false
    /// Whether the desktop lets programs type into other windows.
    var isTypingOffered = false
    /// Whether text can be written at the caret of other applications.
    var isCaretOffered = false
    /// State of writing at the caret of another application: text is being written, or something prevents it. Nil if
    /// this session is not meant to write there.
    var caret: CaretDelivery.State?
    /// Number of the latest session. Events about the delivery of earlier sessions carry another number and are
    /// ignored.
    var caretSession = 0
    /// Whether text could be written at the caret of another application at any time in this session.
    var hasCaretWorked = false
    /// Whether the text of this session has yet to be delivered, for example to the clipboard.
    var deliversAtEnd = false
    /// The word for which alternatives are offered, because it was recognised with low confidence; nil if none are
    /// offered.
    var asked: AskedWord?
    /// Message about the latest attempt to save the text, or nil if it succeeded.
    var savingFailure: Message?

    /// Input level in dBFS below which the level display stays empty: the background noise of a quiet room.
    private static let quietest = -60.0

    /// The engine (this computer or a server) that recognises speech in the next session; nil if the chosen server is
    /// no longer in the list.
    var engine: RecognitionEngine? {
        preferences.servers.engine()
    }

    /// The destination of the text after Stop: the user's choice, or the clipboard if the desktop does not support that
    /// choice.
    var delivery: Delivery {
        let isPossible = isCaretOffered || isTypingOffered
        return preferences.delivery == .applications && !isPossible ? .clipboard : preferences.delivery
    }

    /// The server that recognises speech in the next session, or nil if this computer does.
    var server: ServerProfile? {
        engine?.server
    }

    /// Whether dictation is idle: no session is running and no command is under way.
    var isAtRest: Bool {
        panel.phase == .idle && !panel.isWaiting
    }

    /// Whether the session is ending: the microphone is being closed or is closed, and the last words are still being
    /// recognised.
    private var isEnding: Bool {
        panel.isEnding || panel.phase == .finishing
    }

    var state: State {
        var state = State()
        state.button = panel.sessionButton
        state.buttonLabel = buttonLabel
        (state.pause, state.pauseLabel) = pause
        state.paragraphs = layout.runs
        (state.emptyTitle, state.emptyText) = invitation
        state.isEditable = isEditable
        state.legend = legend
        state.readings = asked.map { ReadingWording.readings(of: $0) }
        state.level = panel.phase == .listening ? min(max(0, 1 - level / Self.quietest), 1) : 0
        state.elapsed = elapsed.map { Quantities.clock(Double($0)) } ?? ""
        state.chip = ([chip].filter { !$0.isEmpty } + (delivery.chip.map { [$0] } ?? [])).joined(separator: " · ")
        state.status = status
        state.banner = banner
        state.progress = progress
        state.canCopy = !document.isEmpty
        state.canSave = !document.isEmpty
        state.canClear = isAtRest && !document.isEmpty
        state.canBeginAnew = state.canClear || isEnding
        state.canUndo = history.canUndo
        state.canRedo = history.canRedo
        state.farewell = farewell
        return state
    }

    /// Whether the text can be edited by hand.
    var isEditable: Bool {
        isAtRest && panel.unsent == nil && (!document.isEmpty || document.isEdited)
    }

    private var buttonLabel: String {
        switch panel.phase {
        case .idle: tr("Start")
        case .opening: tr("Starting…")
        case .listening, .paused, .deviceLost: tr("Stop")
        case .finishing: tr("Finishing…")
        }
    }

    private var pause: (State.Pause, String) {
        switch panel.phase {
        case .listening where !panel.isWaiting: (.pause, tr("Pause"))
        case .paused where !panel.isWaiting: (.resume, tr("Resume"))
        case .idle, .opening, .listening, .paused, .deviceLost, .finishing: (.hidden, "")
        }
    }

    private var invitation: (title: String, text: String) {
        switch panel.phase {
        case .idle:
            (tr("Press Start and speak"), promise)
        case .opening, .listening:
            (tr("Listening…"), ModelWording.promise(panel.awaitedModel))
        case .paused:
            (tr("Paused"), tr("Press Resume to continue"))
        case .deviceLost:
            (tr("No Microphone"), tr("Reconnect it or choose another to continue"))
        case .finishing:
            (tr("Finishing…"), ModelWording.finishing(panel.awaitedModel))
        }
    }

    private var promise: String {
        guard let server else {
            return tr("Your speech is transcribed on this computer and never leaves it.")
        }
        return tr("Your speech is sent to {name} for transcription.", ["name": server.name])
    }

    private var chip: String {
        if engine == nil {
            return tr("No Server")
        }
        if let server {
            return server.name
        }
        guard let model = panel.model?.model else {
            return ""
        }
        let code = model.isMultilingual ? (preferences.language.isEmpty ? heardLanguage : preferences.language) : "en"
        guard !code.isEmpty else {
            return model.name
        }
        return model.name + " · " + (SpeechLanguage.named(code)?.nativeName ?? code.uppercased())
    }

    /// The text of the status line, which does not repeat the banner's message.
    private var status: String {
        switch panel.phase {
        case .listening where panel.resumedFrom != nil, .finishing where panel.resumedFrom != nil:
            tr("Sending the recording again")
        default: panel.sessionStatus ?? idleStatus
        }
    }

    private var idleStatus: String {
        (server == nil ? panel.model.flatMap(ModelWording.status) : nil) ?? (isReady ? tr("Ready") : "")
    }

    /// Whether a press of *Start* begins a session at once.
    private var isReady: Bool {
        switch ModelReadiness(engine, panel.model, isKnown: panel.isModelKnown) {
        case .ready, .asleep: obstacle == nil
        case .absent, .unknown, .refused: false
        }
    }

    private var banner: State.Banner? {
        obstacle ?? (isDataShared ? .init(DictationWording.sharedData, tone: .information) : nil)
    }

    private var obstacle: State.Banner? {
        if let banner = panel.sessionBanner {
            return banner
        }
        if let savingFailure {
            return .init(savingFailure.text, tone: .failure, action: savingFailure.action)
        }
        if let banner = panel.conditionBanner(engine) {
            return banner
        }
        if panel.phase != .idle, let banner = caret.flatMap({ CaretWording.banner($0, hasWorked: hasCaretWorked) }) {
            return banner
        }
        return isOtherLanguage ? panel.languageBanner : nil
    }

    private var legend: String {
        layout.hasDoubtfulWords ? ReadingWording.legend(canChoose: isEditable) : ""
    }

    private var progress: State.Progress? {
        if panel.isServerSession, let progress = panel.upload.progress(panel.phase) {
            return progress
        }
        let canAbort = panel.phase == .finishing && (isBehind || !panel.isModelReady)
        if server == nil, let model = panel.model, var progress = ModelWording.progress(model) {
            progress.canCancel = progress.canCancel || canAbort
            return progress
        }
        let text = ModelWording.finishing(panel.awaitedModel)
        return canAbort ? .init(text, fraction: nil, canCancel: true) : nil
    }
}
