public import ParlandoCore
public import ParlandoServices

/// Turns presses into commands, and news into what the terminal page shows.
@MainActor public final class TerminalPresenter {
    weak var view: (any TerminalView)?
    let dictation: any Dictating
    let models: any ModelKeeping
    let store: any PreferenceStore
    let servers: any ServerRecognizing
    let saver: any RecordingSaver
    private(set) var screen = TerminalScreen()
    private let desk: DictationDesk
    private let news: ModelNews
    private var state: TerminalViewState?
    private var listening: Task<Void, Never>?

    /// - Parameters:
    ///   - desk: where `dictation` is shared with other screens.
    ///   - news: what `models` has to say, shared with other screens.
    public init(
        view: any TerminalView, dictation: any Dictating, desk: DictationDesk, models: any ModelKeeping,
        news: ModelNews, servers: any ServerRecognizing, store: any PreferenceStore, saver: any RecordingSaver
    ) {
        self.view = view
        self.dictation = dictation
        self.desk = desk
        self.models = models
        self.news = news
        self.store = store
        self.servers = servers
        self.saver = saver
    }

    deinit {
        listening?.cancel()
    }

    /// Shows the first state and begins to listen. Call once.
    public func activate() {
        view?.delegate = self
        update { $0.preferences = store.load().sanitized() }
        news.add(self)
        let changes = store.changes()
        listening = Task { [weak self] in
            for await preferences in changes {
                self?.update { $0.preferences = preferences.sanitized() }
            }
        }
    }

    /// One piece of news makes one new state, and one state is drawn once.
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
                screen.draft.begin()
            }
            var options = DictationOptions(screen.preferences, model: screen.model?.model, engine: readiness.engine)
            options.resumed = unsent.map { ResumedSession(transcript: Transcript(), speech: $0) }
            Task { [dictation, models] in
                if readiness == .asleep {
                    await models.wake()
                }
                await dictation.start(options)
            }
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

    /// Puts what waits into the terminal, made safe. Nothing that follows presses Enter.
    func send() {
        guard screen.isConnected, !screen.draft.text.isEmpty else {
            return
        }
        var text = ""
        update { screen in
            text = screen.draft.take(goesOn: screen.goesOn)
            screen.goesOn = true
        }
        let safe = TerminalText.safe(text, lineBreaks: screen.choices.lineBreaks)
        if !safe.isEmpty {
            view?.paste(safe)
        }
    }

    /// Changes what the user has chosen about the terminal, and keeps it.
    func change(_ change: (inout TerminalPreferences) -> Void) {
        var preferences = store.load().sanitized()
        change(&preferences.terminal)
        store.save(preferences.sanitized())
        update { $0.preferences = preferences.sanitized() }
    }
}
