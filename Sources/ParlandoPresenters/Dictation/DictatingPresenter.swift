import ParlandoCore
import ParlandoServices

/// The common part of the presenters for pages with dictation, such as the dictation page and the terminal page.
@MainActor protocol DictatingPresenter: AnyObject {
    associatedtype Screen: DictatingScreen

    var screen: Screen { get }
    var dictation: any Dictating { get }
    var models: any ModelKeeping { get }
    var servers: any ServerRecognizing { get }
    var recordingSaver: any RecordingSaver { get }
    var downloads: ModelDownloads { get }
    /// The requested session that cannot begin before the list of models has arrived; nil if there is none.
    var pendingStart: PendingStart? { get set }

    /// Changes `screen`, computes the view state from it, and renders the view state if it has changed.
    func update(_ change: (inout Screen) -> Void)
    func showToast(_ text: String)
    /// Closes the microphone and so ends the session. The words already spoken are still recognised and reported.
    func stopDictation()
    /// Asks the user a question, and returns whether the user agrees.
    func ask(_ question: PageQuestion) async -> Bool
    /// Begins a session with the microphone. If a recording that no server accepted would be lost, asks the user first.
    func startWhenPressed()
    /// Begins a session that records from the microphone, or that sends an earlier recording to the server again.
    ///
    /// - Parameter speech: the recording to send again, which no server has accepted yet; nil to use the microphone.
    func start(resuming speech: UnsentSpeech?)
    /// Begins a session with the engine that `readiness` contains.
    ///
    /// - Parameters:
    ///   - model: the speech model, if the engine is this computer.
    ///   - speech: a recording to send to the server again; nil to use the microphone.
    func begin(_ readiness: ModelReadiness, _ model: SpeechModel?, resuming speech: UnsentSpeech?)
    /// Called once a session has ended, its text has been delivered, and it is known which sound no server accepted.
    func didComeToRest()
}

extension DictatingPresenter {
    func didComeToRest() {}

    /// Switches a running session to the microphone that is chosen in `preferences`.
    ///
    /// - Parameter microphone: the microphone that was chosen before. If the choice is the same, nothing is done.
    func follow(_ preferences: Preferences, insteadOf microphone: String) {
        if preferences.microphone != microphone, screen.panel.phase != .idle {
            Task { [dictation] in await dictation.change(microphone: preferences.microphoneID) }
        }
    }

    /// Asks whether the recording that no server accepted may be discarded, and if so, begins a session with the
    /// microphone.
    func startAnew() async {
        if await ask(.giveUpRecording) {
            start(resuming: nil)
        }
    }

    /// Begins a session if the engine can be used. If the list of models has not arrived yet, waits for it first.
    ///
    /// - Parameter speech: a recording to send to the server again; nil to use the microphone.
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

    /// Stores the list of models, and begins the session that was waiting for the list, if there is one.
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

    /// Asks whether the missing speech model may be downloaded, and if so, begins a session. What the user says is
    /// recorded and recognised once the model is ready.
    func startWithDownload(resuming speech: UnsentSpeech?) {
        Task { [downloads] in
            if let model = await downloads.obtain(among: screen.panel.entries, asking: { await self.ask($0) }) {
                begin(.ready(.local), model, resuming: speech)
            }
        }
    }

    /// Closes the microphone and so ends the session. The words already spoken are still recognised and reported.
    func stop() {
        update { screen in
            screen.panel.isWaiting = true
            screen.panel.isEnding = true
        }
        Task { [dictation] in await dictation.stop() }
    }

    /// Ends the session at once. Words that are not final yet are discarded.
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

    /// Carries out what the button of a banner about the session or the model offers. Ignores other actions.
    func carryOut(_ action: PageAction.Kind, openPreferences: (PreferencesPart) -> Void) {
        switch action {
        case .openPreferences:
            openPreferences(.models)
        case .editServer:
            // If there is unsent sound, its banner offers *Try Again* once the failure is removed.
            update { $0.panel.failure = $0.panel.unsent == nil ? $0.panel.failure : nil }
            openPreferences(.servers)
        case .chooseMicrophone:
            openPreferences(.microphone)
        case .retry:
            tryAgain()
        case .downloadModel, .downloadMetered:
            download(allowMetered: action == .downloadMetered)
        case .cancelDownload:
            cancelDownload()
        case .useMultilingualModel:
            useMultilingualModel()
        case .chooseOutput, .calibrateLatency, .calibrateNow, .learnInstrument, .correctBias, .typeInstead, .readOnly,
            .askConsent, .chooseSpeechModel, .chooseField, .openPrivacy, .stopWaiting, .startAgain, .otherShell,
            .sendInLines, .saveRecording, .copyCommand:
            break
        }
    }

    /// Repeats the operation that failed, such as sending speech to a server or opening the microphone.
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

    /// Stores the part of the recording that the server did not accept in the session that has just ended, if there is
    /// any. Then carries out the command that was waiting for this, if there is one.
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

    /// Chooses a model that understands many languages. It is used from the next session on.
    private func useMultilingualModel() {
        if let entry = screen.panel.multilingualModel {
            Task { [downloads] in await downloads.use(entry) { await self.ask($0) } }
        }
    }

    func cancelDownload() {
        guard let name = screen.panel.model?.model.name else {
            return
        }
        Task { [models] in await models.cancelDownload(name) }
    }

    /// Saves to a file the recording that no server accepted. Once the recording has been saved, the page no longer
    /// offers to send it.
    func saveUnsent(to path: String) {
        if let recording = screen.panel.unsent?.recording {
            Task { await save(recording, to: path) }
        }
    }

    /// Saves to a file a recording that no server accepted, and tells the user whether it was saved.
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
