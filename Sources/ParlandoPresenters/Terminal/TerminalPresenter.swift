public import ParlandoCore
public import ParlandoServices

/// Turns presses into commands, and news into what the terminal page shows.
@MainActor public final class TerminalPresenter: PreferenceReader, DictatingPresenter {
    weak var view: (any TerminalView)?
    let dictation: any Dictating
    let models: any ModelKeeping
    private let chosen: ChosenPreferences
    let servers: any ServerRecognizing
    let recordingSaver: any RecordingSaver
    private(set) var screen = TerminalScreen()
    private let news: ModelNews
    private let shells: [String]
    private var state: TerminalViewState?
    /// How many sessions were opened in the terminal.
    private var opened = 0

    /// - Parameters:
    ///   - news: what `models` has to say, shared with other screens.
    ///   - shells: the user's own shell, then others to take its place.
    public init(
        view: any TerminalView, dictation: any Dictating, models: any ModelKeeping,
        news: ModelNews, servers: any ServerRecognizing, store: any PreferenceStore, saver: any RecordingSaver,
        shells: [String]
    ) {
        self.view = view
        self.dictation = dictation
        self.models = models
        self.news = news
        chosen = ChosenPreferences(in: store)
        self.servers = servers
        recordingSaver = saver
        self.shells = shells
    }

    /// Shows the first state and begins to listen. Call once.
    public func activate() {
        view?.delegate = self
        dictation.delegate = self
        adopt(chosen.current)
        news.add(self)
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

    /// Begins to listen, where the text has somewhere to go.
    ///
    /// - Parameter speech: sound that was kept, to be sent again in place of what the microphone hears.
    func start(resuming speech: UnsentSpeech?) {
        guard speech != nil || screen.isConnected else {
            update { $0.panel.failure = nil }
            return showToast(screen.state.status)
        }
        let readiness = ModelReadiness(screen.engine, screen.panel.model, isKnown: screen.panel.isModelKnown)
        switch readiness {
        case .refused(let reason):
            showToast(reason)
        case .unknown:
            showToast(tr("The speech model is still downloading."))
        case .asleep, .ready:
            update { screen in
                screen.panel.begin(with: readiness.engine, resuming: speech)
                screen.beginText()
            }
            let model = screen.panel.model?.model
            var options = DictationOptions(screen.preferences, model: model, engine: readiness.engine)
            options.resumed = speech.map { ResumedSession(transcript: Transcript(), speech: $0) }
            readiness.begin(options, with: dictation, models)
        }
    }

    /// Closes the microphone, if it is open; what was said still arrives and waits in the preview.
    func stopDictation() {
        if screen.panel.isRecording {
            stop()
        }
    }

    /// Opens a session in the terminal; what runs there is ended.
    ///
    /// - Parameter shell: for this computer, nil for the user's own.
    func open(_ target: TerminalSession.Target, shell: String? = nil) {
        opened += 1
        let shell = shell ?? shells.first ?? ""
        let session = TerminalSession(
            number: opened, target: target, shell: shell,
            otherShell: shells.drop { $0 != shell }.dropFirst().first)
        update { screen in
            screen.session = session
            screen.input = TerminalInput()
            screen.goesOn = false
            screen.panel.failure = nil
        }
        view?.run(session.command)
    }

    /// Changes what the user has chosen about the terminal, and keeps it.
    func change(_ change: (inout TerminalPreferences) -> Void) {
        adopt(chosen.change { change(&$0.terminal) })
    }

    func adopt(_ preferences: Preferences) {
        let microphone = screen.preferences.microphone
        update { $0.preferences = preferences }
        follow(preferences, insteadOf: microphone)
    }
}
