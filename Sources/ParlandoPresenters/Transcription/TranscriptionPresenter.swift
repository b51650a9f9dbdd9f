public import ParlandoCore
public import ParlandoServices

/// Turns presses into commands, and news into what the dictation page shows.
@MainActor public final class TranscriptionPresenter: PreferenceReader, DictatingPresenter {
    weak var view: (any TranscriptionView)?
    let dictation: any Dictating
    let models: any ModelKeeping
    let saver: any TextSaver
    let recordingSaver: any RecordingSaver
    let servers: any ServerRecognizing
    let typing: any DesktopTyping
    private(set) var screen = TranscriptionScreen()
    private let desk: DictationDesk
    private let news: ModelNews
    private let chosen: ChosenPreferences
    private let clock: any WallClock
    /// Whether Start was pressed before any model was known.
    private var startsWithModel = false
    private var state = TranscriptionViewState()

    /// - Parameters:
    ///   - desk: where `dictation` is shared with other screens.
    ///   - news: what `models` has to say, shared with other screens.
    public init(
        view: any TranscriptionView, dictation: any Dictating, desk: DictationDesk, models: any ModelKeeping,
        news: ModelNews, servers: any ServerRecognizing,
        store: any PreferenceStore, saver: any TextSaver & RecordingSaver,
        typing: any DesktopTyping, clock: any WallClock
    ) {
        self.view = view
        self.dictation = dictation
        self.desk = desk
        self.models = models
        self.news = news
        chosen = ChosenPreferences(in: store)
        self.saver = saver
        recordingSaver = saver
        self.servers = servers
        self.typing = typing
        self.clock = clock
    }

    /// Shows the first state and begins to listen. Call once.
    public func activate() {
        view?.delegate = self
        screen.preferences = chosen.current
        screen.layout.showsTimestamps = screen.preferences.showsTimestamps
        state = screen.state
        view?.render(state)
        news.add(self)
        Task { [weak self] in await self?.findDelivery() }
        chosen.watch(for: self)
    }

    func showToast(_ text: String) {
        view?.showToast(text)
    }

    func update(_ change: (inout TranscriptionScreen) -> Void) {
        change(&screen)
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Begins a session, unless its model is still to come.
    ///
    /// - Parameter resumed: sound that was kept, to be sent again in place of what the microphone hears.
    func start(_ resumed: ResumedSession? = nil) {
        let readiness = ModelReadiness(screen.engine, screen.model, isKnown: screen.isModelKnown)
        switch readiness {
        case .refused(let reason):
            // The banner says what is the matter and offers the way out.
            view?.showToast(reason)
        case .unknown:
            // How to listen depends on the model: as soon as it is known, the session begins.
            update { $0.isWaiting = true }
            startsWithModel = true
        case .asleep, .ready:
            if let other = desk.take(for: .dictation, self) {
                view?.showToast(other.inUse)
                return
            }
            let began = clock.now
            update { screen in
                screen.isWaiting = true
                screen.begin(at: began, with: readiness.engine, resumed)
            }
            var options = DictationOptions(screen.preferences, model: screen.model?.model, engine: readiness.engine)
            options.resumed = resumed
            readiness.begin(options, with: dictation, models)
        }
    }

    /// Takes in which models there are, and begins the session that waited to know it.
    func adopt(_ entries: [ModelEntry]) {
        let starts = startsWithModel
        startsWithModel = false
        update { screen in
            screen.model = entries.first(where: \.isChosen)
            screen.isModelKnown = true
            screen.isWaiting = screen.isWaiting && !starts
        }
        if starts {
            start()
        }
    }

    func adopt(_ preferences: Preferences) {
        let old = screen.preferences
        update { screen in
            screen.preferences = preferences
            screen.layout.showsTimestamps = preferences.showsTimestamps
            screen.layout.show(screen.document)
        }
        if preferences.microphone != old.microphone, screen.phase != .idle {
            Task { [dictation] in
                await dictation.change(microphone: preferences.microphoneID)
            }
        }
    }
}
