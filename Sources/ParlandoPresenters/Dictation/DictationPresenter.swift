public import ParlandoCore
public import ParlandoServices

/// Receives the text that leaves the dictation page.
@MainActor public protocol DictationPresenterDelegate: AnyObject {
    /// The user began an empty page. `page` is the previous page, with all of its sessions and edits. The user can
    /// still undo this.
    func dictationPresenter(_ presenter: DictationPresenter, didPutAway page: TranscriptDocument)
    /// Stores the text of the page in the history. Returns for each session of the page, also for one under way, whether
    /// the history holds its text.
    func dictationPresenter(_ presenter: DictationPresenter, keep page: TranscriptDocument) async -> [Bool]
    /// Deletes the dictation that is under way from the history or, if none is, the session with this transcript.
    func dictationPresenter(_ presenter: DictationPresenter, discard session: Transcript) async
    /// Returns the page of the previous run of the program, as far as the history holds it.
    func dictationPresenterLastPage(_ presenter: DictationPresenter) async -> TranscriptDocument
    /// Returns whether the recorded sound of a word is available.
    func dictationPresenter(_ presenter: DictationPresenter, hasSoundOf word: SpokenWord) async -> Bool
    /// Plays the recorded sound of a word, and returns once it has been played.
    func dictationPresenter(_ presenter: DictationPresenter, play word: SpokenWord) async throws(AudioError)
}

/// Turns the user's actions into commands, and events into the state of the dictation page.
@MainActor public final class DictationPresenter: PreferenceReader, DictatingPresenter {
    /// Receives the text that leaves the dictation page.
    public weak var delegate: (any DictationPresenterDelegate)?
    weak var view: (any DictationView)?
    let dictation: any Dictating
    let models: any ModelKeeping
    let saver: any TextSaver
    let recordingSaver: any RecordingSaver
    let servers: any ServerRecognizing
    let typing: any DesktopTyping
    let caret: any CaretDelivering
    let downloads: ModelDownloads
    private(set) var screen = DictationScreen()
    private let chosen: ChosenPreferences
    private let clock: any WallClock
    private let ownership: any DataOwnership
    /// Clock for the time after which an edit is stored.
    let pace: any Clock<Duration>
    /// The latest request to store the page in the history or to bring it back. The next one waits until it has ended.
    var keeping: Task<Void, Never>?
    /// Stores the latest edits when their time has come; nil if all edits are stored.
    var keepingEdits: Task<Void, Never>?
    /// Whether a session was under way when the user was last asked before closing.
    var isClosingSession = false
    /// The request to start dictation that came before the list of models arrived; nil if there is none.
    var pendingStart: PendingStart?
    /// Whether the user asked for an empty page while a session was ending. The page is emptied once the last words
    /// have arrived.
    var isNewPageDue = false
    private var state = DictationViewState()
    /// Continuations of the callers of `rest()`, which wait for the session to end.
    private var resting: [CheckedContinuation<Void, Never>] = []

    public init(
        view: any DictationView, dictation: any Dictating, models: any ModelKeeping,
        servers: any ServerRecognizing,
        store: any PreferenceStore, saver: any TextSaver & RecordingSaver,
        typing: any DesktopTyping, caret: any CaretDelivering, downloads: ModelDownloads, clock: any WallClock,
        ownership: any DataOwnership, pace: any Clock<Duration> = ContinuousClock()
    ) {
        self.view = view
        self.dictation = dictation
        self.models = models
        chosen = ChosenPreferences(in: store)
        self.saver = saver
        recordingSaver = saver
        self.servers = servers
        self.typing = typing
        self.caret = caret
        self.downloads = downloads
        self.clock = clock
        self.ownership = ownership
        self.pace = pace
    }

    /// Renders the initial view state and starts to receive events. Call once.
    public func activate() {
        dictation.delegate = self
        caret.delegate = self
        screen.preferences = chosen.current
        screen.layout.showsTimestamps = screen.preferences.showsTimestamps
        screen.isDataShared = !ownership.isOwner
        state = screen.state
        view?.render(state)
        models.add(self)
        Task { [weak self] in await self?.findDelivery() }
        keeping = Task { [weak self] in await self?.restorePage() }
        chosen.watch(for: self)
    }

    func showToast(_ text: String) {
        view?.showToast(text)
    }

    func ask(_ question: PageQuestion) async -> Bool {
        await view?.ask(question) ?? false
    }

    func update(_ change: (inout DictationScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
        if screen.isAtRest {
            resting.forEach { $0.resume() }
            resting = []
        }
    }

    /// Waits until no session is running and no command is under way.
    func rest() async {
        if !screen.isAtRest {
            await withCheckedContinuation { resting.append($0) }
        }
    }

    func start(resuming speech: UnsentSpeech? = nil) {
        beginWhenReady(resuming: speech)
    }

    func begin(_ readiness: ModelReadiness, _ model: SpeechModel?, resuming speech: UnsentSpeech?) {
        guard screen.isAtRest else {
            return
        }
        let began = clock.now
        update { $0.begin(at: began, with: readiness.engine, resuming: speech) }
        var options = DictationOptions(screen.preferences, model: model, engine: readiness.engine)
        let isDelivered = screen.preferences.delivery == .applications
        update { $0.beginDelivery(atCaret: isDelivered) }
        if isDelivered {
            caret.begin(screen.caretSession, breaksLines: screen.preferences.breaksDeliveredLines)
        }
        options.resumed = speech.map { ResumedSession(transcript: screen.document.transcript, speech: $0) }
        readiness.begin(options, with: dictation, models)
    }

    func adopt(_ preferences: Preferences) {
        let microphone = screen.preferences.microphone
        update { screen in
            screen.preferences = preferences
            screen.layout.showsTimestamps = preferences.showsTimestamps
            screen.layout.show(screen.document)
        }
        follow(preferences, insteadOf: microphone)
    }
}
