import ParlandoCore
import ParlandoServices

/// The common behaviour of the presenters for pages with dictation.
@MainActor protocol DictatingPresenter: AnyObject {
    associatedtype Screen: DictatingScreen

    var screen: Screen { get }
    var dictation: any Dictating { get }
    var models: any ModelKeeping { get }
    var servers: any ServerRecognizing { get }
    var recordingSaver: any RecordingSaver { get }
    var downloads: ModelDownloads { get }
    /// The session that waits for the list of models, or nil.
    var pendingStart: PendingStart? { get set }

    /// Changes the screen and renders it. Each event makes one new state, which is rendered once.
    func update(_ change: (inout Screen) -> Void)
    func showToast(_ text: String)
    /// Closes the microphone. The words already spoken are still reported.
    func stopDictation()
    /// Asks the user, and returns whether they agree.
    func ask(_ question: PageQuestion) async -> Bool
    /// Begins a session with the microphone. Asks first if sound that was not sent would be lost.
    func startWhenPressed()
    /// Begins a session, with the microphone or with kept sound.
    func start(resuming speech: UnsentSpeech?)
    /// Begins a session with an engine and, on this computer, a model.
    func begin(_ readiness: ModelReadiness, _ model: SpeechModel?, resuming speech: UnsentSpeech?)
    /// Called when a session has ended, its text has been delivered, and its unsent sound is known.
    func didComeToRest()
}

extension DictatingPresenter {
    func didComeToRest() {}

    /// Switches the running session to the microphone in `preferences`, if it is not `microphone`.
    func follow(_ preferences: Preferences, insteadOf microphone: String) {
        if preferences.microphone != microphone, screen.panel.phase != .idle {
            Task { [dictation] in await dictation.change(microphone: preferences.microphoneID) }
        }
    }

    /// Asks whether sound that was not sent may be discarded, and if so, begins a session with the microphone.
    func startAnew() async {
        if await ask(.giveUpRecording) {
            start(resuming: nil)
        }
    }

    /// Begins a session if the engine can be used, or waits for the list of models if it has not arrived yet.
    ///
    /// - Parameter speech: kept sound that is sent again, or nil if the sound comes from the microphone.
    func beginWhenReady(resuming speech: UnsentSpeech?) {
        let readiness = ModelReadiness(screen.engine, screen.panel.model, isKnown: screen.panel.isModelKnown)
        switch readiness {
        case .refused(let reason):
            // The banner shows the reason and offers a remedy.
            showToast(reason)
        case .unknown:
            // The options of a session depend on the model, so the session begins once the model is known.
            update { $0.panel.isWaiting = true }
            pendingStart = PendingStart(speech: speech)
        case .absent:
            startWithDownload(resuming: speech)
        case .asleep, .ready:
            begin(readiness, screen.panel.model?.model, resuming: speech)
        }
    }

    /// Stores the list of models, and begins the session that was waiting for the list.
    func adopt(_ entries: [ModelEntry]) {
        let pending = pendingStart
        pendingStart = nil
        update { screen in
            screen.panel.adopt(entries)
            screen.panel.isWaiting = screen.panel.isWaiting && pending == nil
        }
        if let pending {
            start(resuming: pending.speech)
        }
    }

    /// Asks whether the missing speech model may be downloaded, and if so, begins a session whose sound waits for it.
    func startWithDownload(resuming speech: UnsentSpeech?) {
        Task { [downloads] in
            if let model = await downloads.obtain(among: screen.panel.entries, asking: { await self.ask($0) }) {
                begin(.ready(.local), model, resuming: speech)
            }
        }
    }

    /// Closes the microphone. The words already spoken are still reported.
    func stop() {
        update { screen in
            screen.panel.isWaiting = true
            screen.panel.isEnding = true
        }
        Task { [dictation] in await dictation.stop() }
    }

    /// Ends the session at once. Words that may still change are discarded.
    func cancelSession() {
        Task { [dictation] in await dictation.abort() }
    }

    /// Resumes after a pause, or reopens a lost microphone.
    func resume() {
        update { screen in
            screen.panel.isWaiting = true
            screen.panel.failure = nil
        }
        Task { [dictation] in await dictation.resume() }
    }

    /// Repeats the operation that failed.
    func tryAgain() {
        switch screen.panel.retry(screen.engine) {
        case .sendAgain:
            update { $0.panel.upload.halt = nil }
            servers.sendAgain()
        case .resume(let speech):
            start(resuming: speech)
        case .wakeModel:
            update { $0.panel.failure = nil }
            Task { [models] in await models.wake() }
        case .openMicrophone:
            resume()
        case .start:
            start(resuming: nil)
        case nil:
            update { $0.panel.failure = nil }
        }
    }

    /// Stores the sound that the server did not accept in the session that has just ended.
    func keepUnsent() async {
        let unsent = await servers.unsent()
        update { $0.panel.keep(unsent) }
        didComeToRest()
        obeyKeptCommand()
    }

    func download(allowMetered: Bool) {
        guard let name = screen.panel.model?.model.name else {
            return
        }
        update { $0.panel.failure = nil }
        Task { [models] in await models.download(name, allowMetered: allowMetered) }
    }

    func cancelDownload() {
        guard let name = screen.panel.model?.model.name else {
            return
        }
        Task { [models] in await models.cancelDownload(name) }
    }

    /// Saves the sound that no server accepted. It is then no longer offered for sending.
    func saveUnsent(to path: String) {
        if let recording = screen.panel.unsent?.recording {
            Task { await save(recording, to: path) }
        }
    }

    /// Saves sound that no server accepted, and tells the user whether it was saved.
    func save(_ recording: SpeechRecording, to path: String) async {
        let (isSaved, told) = await recordingSaver.attempt(recording, to: path)
        if isSaved {
            update { screen in
                screen.panel.unsent = nil
                screen.panel.failure = nil
            }
        }
        showToast(told)
    }
}
