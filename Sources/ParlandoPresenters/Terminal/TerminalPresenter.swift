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
    private let desk: DictationDesk
    private let news: ModelNews
    private let shells: [String]
    private var state: TerminalViewState?
    /// How many sessions were opened in the terminal.
    private var opened = 0

    /// - Parameters:
    ///   - desk: where `dictation` is shared with other screens.
    ///   - news: what `models` has to say, shared with other screens.
    ///   - shells: the user's own shell, then others to take its place.
    public init(
        view: any TerminalView, dictation: any Dictating, desk: DictationDesk, models: any ModelKeeping,
        news: ModelNews, servers: any ServerRecognizing, store: any PreferenceStore, saver: any RecordingSaver,
        shells: [String]
    ) {
        self.view = view
        self.dictation = dictation
        self.desk = desk
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

    /// Begins to listen, where the text has somewhere to go.
    ///
    /// - Parameter unsent: sound that was kept, to be sent again in place of what the microphone hears.
    func startDictation(_ unsent: UnsentSpeech? = nil) {
        let readiness = ModelReadiness(screen.engine, screen.model, isKnown: screen.isModelKnown)
        switch readiness {
        case .refused(let reason):
            view?.showToast(reason)
        case .unknown:
            view?.showToast(tr("The speech model is still on its way. It will not be long."))
        case .asleep, .ready:
            if let other = desk.take(for: .terminal, self) {
                view?.showToast(other.inUse)
                return
            }
            update { screen in
                screen.isWaiting = true
                screen.failure = nil
                screen.unsent = nil
                screen.isServerSession = readiness.engine.server != nil
                screen.upload = ServerUpload(unsent)
                screen.beginText()
            }
            var options = DictationOptions(screen.preferences, model: screen.model?.model, engine: readiness.engine)
            options.resumed = unsent.map { ResumedSession(transcript: Transcript(), speech: $0) }
            readiness.begin(options, with: dictation, models)
        }
    }

    /// Asks for what the server did not take of the session that has just ended.
    func keepUnsent() async {
        let unsent = await servers.unsent()
        update { screen in
            screen.isWaiting = false
            screen.unsent = unsent.recording.count > 0 ? unsent : nil
        }
    }

    /// Closes the microphone; what was said still arrives and waits in the preview.
    func stopDictation() {
        guard screen.isRecording else {
            return
        }
        update { $0.isWaiting = true }
        Task { [dictation] in await dictation.stop() }
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
            screen.failure = nil
        }
        view?.run(session.command)
    }

    /// Changes what the user has chosen about the terminal, and keeps it.
    func change(_ change: (inout TerminalPreferences) -> Void) {
        adopt(chosen.change { change(&$0.terminal) })
    }

    func adopt(_ preferences: Preferences) {
        update { $0.preferences = preferences }
    }
}
