public import ParlandoCore
public import ParlandoServices

/// Turns the user's actions into commands, and events into the state of the terminal page.
@MainActor public final class TerminalPresenter: PreferenceReader, DictatingPresenter {
    weak var view: (any TerminalView)?
    let dictation: any Dictating
    let models: any ModelKeeping
    private let chosen: ChosenPreferences
    let servers: any ServerRecognizing
    let recordingSaver: any RecordingSaver
    let downloads: ModelDownloads
    private(set) var screen = TerminalScreen()
    private let shells: [String]
    private var state: TerminalViewState?
    /// Number of shells and connections opened so far, in all tabs.
    private var opened = 0
    /// The request to start dictation that came before the list of models arrived; nil if there is none.
    var pendingStart: PendingStart?

    /// - Parameters:
    ///   - shells: the user's own shell, followed by alternatives.
    public init(
        view: any TerminalView, dictation: any Dictating, models: any ModelKeeping,
        servers: any ServerRecognizing, store: any PreferenceStore, saver: any RecordingSaver,
        downloads: ModelDownloads, shells: [String]
    ) {
        self.view = view
        self.dictation = dictation
        self.models = models
        chosen = ChosenPreferences(in: store)
        self.servers = servers
        recordingSaver = saver
        self.downloads = downloads
        self.shells = shells
    }

    /// Renders the initial view state and starts to receive events. Call once.
    public func activate() {
        dictation.delegate = self
        adopt(chosen.current)
        models.add(self)
        chosen.watch(for: self)
    }

    func showToast(_ text: String) {
        view?.showToast(text)
    }

    func update(_ change: (inout TerminalScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    func ask(_ question: PageQuestion) async -> Bool {
        await view?.ask(question) ?? false
    }

    /// Begins dictation. Shows a message instead if the tab in front has no running shell or connection, unless a
    /// recording is sent again.
    ///
    /// - Parameter speech: a recording to send to the server again; nil to use the microphone.
    func start(resuming speech: UnsentSpeech?) {
        guard speech != nil || screen.tab.isConnected else {
            update { $0.panel.failure = nil }
            return showToast(screen.state.status)
        }
        beginWhenReady(resuming: speech)
    }

    func begin(_ readiness: ModelReadiness, _ model: SpeechModel?, resuming speech: UnsentSpeech?) {
        // The user may have changed the tab or its session while being asked about the model.
        guard !screen.isDictating, speech != nil || screen.tab.isConnected else {
            return
        }
        update { screen in
            screen.panel.begin(with: readiness.engine, resuming: speech)
            screen.beginText(isResumed: speech != nil)
        }
        var options = DictationOptions(screen.preferences, model: model, engine: readiness.engine)
        options.resumed = speech.map { ResumedSession(transcript: Transcript(), speech: $0) }
        readiness.begin(options, with: dictation, models)
    }

    /// Closes the microphone if it is open and so ends the dictation. The words already spoken are still recognised and
    /// added to the preview (the dictated text not yet sent).
    func stopDictation() {
        if screen.panel.isRecording {
            stop()
        }
    }

    /// Opens a shell or a connection in the tab in front. A program that is running there is ended.
    ///
    /// - Parameter shell: path of the shell to run on this computer, or nil for the user's own.
    func open(_ target: TerminalSession.Target, shell: String? = nil) {
        opened += 1
        let shell = shell ?? shells.first ?? ""
        let session = TerminalSession(
            number: opened, target: target, shell: shell,
            otherShell: shells.drop { $0 != shell }.dropFirst().first)
        update { screen in
            screen.tabs.current.open(session)
            screen.panel.failure = screen.showsSession ? nil : screen.panel.failure
        }
        view?.run(session.command, in: screen.tabs.front)
    }

    /// Changes the terminal's preferences and stores them.
    func change(_ change: (inout TerminalPreferences) -> Void) {
        adopt(chosen.change { change(&$0.terminal) })
    }

    func adopt(_ preferences: Preferences) {
        let microphone = screen.preferences.microphone
        update { $0.preferences = preferences }
        follow(preferences, insteadOf: microphone)
    }
}
