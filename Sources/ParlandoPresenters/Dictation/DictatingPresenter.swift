import ParlandoCore
import ParlandoServices

/// The common part of the presenters for pages with dictation, such as the dictation page and the terminal page.
@MainActor protocol DictatingPresenter: AnyObject {
    associatedtype Screen: DictatingScreen

    var screen: Screen { get }
    var dictation: DictationService { get }
    var models: ModelService { get }
    var servers: any ServerRecognizing { get }
    var recordingSaver: any RecordingSaver { get }
    var downloads: ModelDownloads { get }
    var chosen: ChosenPreferences { get }
    /// The session that begins once the list of models has arrived.
    var pendingStart: SessionStart? { get set }

    /// Changes `screen`, and renders the view state if it has changed.
    func update(_ change: (inout Screen) -> Void)
    func showToast(_ text: String)
    /// Closes the microphone. The words already spoken are still recognised and reported.
    func stopDictation()
    func ask(_ question: PageQuestion) async -> Bool
    /// Begins a session. If a recording that no server accepted would be lost, asks the user first.
    @discardableResult func startWhenPressed(_ choice: DictationChoice) -> String?
    /// Returns why no session can begin, which is shown too.
    @discardableResult func start(_ start: SessionStart) -> String?
    func begin(_ readiness: ModelReadiness, _ model: SpeechModel?, _ start: SessionStart)
    /// Called once the text of a session has been delivered, and it is known which sound no server accepted.
    func didComeToRest()
}

extension DictatingPresenter {
    func didComeToRest() {}

    func stopDictation() {
        stop()
    }

    func startWhenPressed(_ choice: DictationChoice) -> String? {
        guard screen.panel.unsent != nil else {
            return start(SessionStart(choice: choice))
        }
        Task { await startAnew(choice) }
        return nil
    }

    func start(_ start: SessionStart) -> String? {
        beginWhenReady(start)
    }

    /// - Parameter microphone: the microphone that was chosen before.
    func follow(_ preferences: Preferences, insteadOf microphone: String) {
        if preferences.microphone != microphone, screen.panel.phase != .idle {
            Task { [dictation] in await dictation.change(microphone: preferences.microphoneID) }
        }
    }

    func startAnew(_ choice: DictationChoice) async {
        if await ask(.giveUpRecording) {
            start(SessionStart(choice: choice))
        }
    }

    func beginWhenReady(_ start: SessionStart) -> String? {
        let readiness = screen.readiness(for: start.choice)
        switch readiness {
        case .refused(let reason):
            // Without a choice, the banner shows the reason and offers a remedy.
            showToast(reason)
            return reason
        case .unknown:
            // The options of a session depend on the model.
            update { $0.panel.isWaiting = true }
            pendingStart = start
        case .absent:
            startWithDownload(start)
        case .asleep, .ready:
            begin(readiness, screen.entry(for: start.choice)?.model, start)
        }
        return nil
    }

    func adopt(_ entries: [ModelEntry]) {
        let pending = pendingStart
        pendingStart = nil
        update { screen in
            screen.panel.adopt(entries)
            screen.panel.isWaiting = screen.panel.isWaiting && pending == nil
        }
        if let pending {
            start(pending)
        }
    }

    /// Begins a session if the missing model may be downloaded. What is said until then is recorded.
    func startWithDownload(_ start: SessionStart) {
        Task { [downloads] in
            // In place of the chosen one this may be one for many languages, so it knows the language too.
            if let model = await downloads.obtain(among: screen.panel.entries, asking: { await self.ask($0) }) {
                begin(.ready(.local), model, start)
            }
        }
    }

    func stop() {
        update { screen in
            screen.panel.isWaiting = true
            screen.panel.isEnding = true
        }
        Task { [dictation] in await dictation.stop() }
    }

    func cancelSession() {
        Task { [dictation] in await dictation.abort() }
    }

    func resume() {
        update { screen in
            screen.panel.isWaiting = true
            screen.panel.failure = nil
        }
        Task { [dictation] in await dictation.resume() }
    }

    /// Ignores actions that are not about the session or the model.
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
            .sendInLines, .saveRecording, .copyCommand, .openInterrupted, .importModel:
            break
        }
    }

    func tryAgain() {
        let panel = screen.panel
        let isAtRest = panel.phase == .idle && !panel.isWaiting
        if panel.upload.halt != nil {
            update { $0.panel.upload.halt = nil }
            servers.sendAgain()
        } else if let unsent = panel.unsent, isAtRest {
            start(SessionStart(speech: unsent, choice: panel.choice))
        } else if screen.engine?.server == nil, case .failed = panel.model?.state {
            update { $0.panel.failure = nil }
            Task { [models] in await models.wake() }
        } else if panel.phase == .deviceLost || panel.phase == .paused && panel.failure != nil {
            // A failure while paused means that the microphone could not be opened to resume.
            resume()
        } else if isAtRest {
            start(SessionStart(choice: panel.choice))
        } else {
            update { $0.panel.failure = nil }
        }
    }

    /// Learns which sound the server did not accept, then carries out a kept command.
    func keepUnsent() async {
        let unsent = await servers.unsent()
        update { $0.panel.keep(unsent) }
        didComeToRest()
        obeyKeptCommand()
    }

    func download(allowMetered: Bool) {
        guard let name = screen.panel.sessionModel?.id else {
            return
        }
        update { $0.panel.failure = nil }
        Task { [models] in await models.download(name, allowMetered: allowMetered) }
    }

    /// The model is used from the next session on.
    private func useMultilingualModel() {
        if let entry = screen.panel.multilingualModel {
            Task { [downloads] in await downloads.use(entry) { await self.ask($0) } }
        }
    }

    func cancelDownload() {
        guard let name = screen.panel.sessionModel?.model.name else {
            return
        }
        Task { [models] in await models.cancelDownload(name) }
    }

    func saveUnsent(to path: String) {
        if let recording = screen.panel.unsent?.recording {
            Task { await save(recording, to: path) }
        }
    }

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

/// Commands from outside the page, such as global shortcuts.
extension DictatingPresenter {
    /// Carries out a command, once the session has begun or ended. Has no effect if it makes no sense in the phase.
    /// Returns why its session cannot begin, which is shown too; nil if it can, or if that is not known yet.
    @discardableResult func obey(_ command: DictationCommand, _ choice: DictationChoice = .plain) -> String? {
        let isBeginning = screen.panel.phase == .idle && screen.panel.isWaiting
        // The session enters `finishing` a moment after the request to close the microphone.
        let phase = screen.panel.isEnding ? DictationPhase.finishing : screen.panel.phase
        switch (command, phase) {
        case (.stop, .idle) where isBeginning, (.toggle, .idle) where isBeginning:
            update { $0.panel.next = .stop }
        case (.start, .idle) where isBeginning && fits(choice):
            update { $0.panel.next = nil }
        case (.start, .idle) where !isBeginning, (.toggle, .idle):
            return startWhenPressed(choice)
        case (.start, .finishing):
            update { ($0.panel.next, $0.panel.nextChoice) = (.start, choice) }
        case (.stop, .finishing):
            update { $0.panel.next = nil }
        case (.toggle, .finishing):
            update { ($0.panel.next, $0.panel.nextChoice) = ($0.panel.next == nil ? .start : nil, choice) }
        case (.stop, .opening), (.stop, .listening), (.stop, .paused), (.stop, .deviceLost), (.toggle, _):
            stopDictation()
        case (.pause, .listening):
            pause()
        case (.resume, .paused):
            resume()
        case (.start, _) where !fits(choice):
            let reason = tr("A dictation is already under way. It keeps its language and model.")
            showToast(reason)
            return reason
        case (.start, _), (.stop, _), (.pause, _), (.resume, _):
            break
        }
        return nil
    }

    /// Whether the session that is under way or about to begin is what the user asks for.
    private func fits(_ choice: DictationChoice) -> Bool {
        [.plain, pendingStart?.choice ?? screen.panel.choice].contains(choice)
    }

    /// Carries out a press or the release of push-to-talk. A press while the last words are recognized begins the next
    /// session, which gets what was said even if the keys were released before, if the microphone listens ahead.
    func holdTalk(_ isHeld: Bool) {
        let isFinishing = screen.panel.phase == .finishing || screen.panel.isEnding
        if isHeld, screen.panel.sessionButton == .start || isFinishing {
            update { $0.panel.isTalking = true }
            obey(.start)
        } else if !isHeld, screen.panel.isTalking {
            update { $0.panel.isTalking = false }
            if isFinishing, screen.panel.next == .start, chosen.current.listensAhead {
                update { $0.panel.isPressOver = true }
            } else {
                obey(.stop)
            }
        }
    }

    /// Carries out a command that came too early, as soon as the phase allows.
    func obeyKeptCommand() {
        let panel = screen.panel
        switch (panel.next, panel.phase) {
        case (.start, .idle) where !panel.isWaiting:
            update { $0.panel.next = nil }
            startWhenPressed(panel.nextChoice)
            if panel.isPressOver, screen.panel.isWaiting {
                update { $0.panel.next = .stop }
            }
        case (.stop, let phase) where phase != .idle && phase != .finishing:
            update { $0.panel.next = nil }
            stopDictation()
        case (.stop, .idle) where !panel.isWaiting:
            update { $0.panel.next = nil }
        default:
            break
        }
    }

    /// The next session begins once the last words have been recognised. Another press takes that back.
    func pressWhileFinishing() {
        if screen.panel.phase == .finishing {
            obey(.toggle)
        }
    }

    func pause() {
        update { $0.panel.isWaiting = true }
        Task { [dictation] in await dictation.pause() }
    }
}

/// What all pages with dictation compute their view states from.
protocol DictatingScreen {
    var panel: DictationPanel { get set }
    /// The session's own engine, else that of the next one; nil if the chosen server is no longer in the list.
    var engine: RecognitionEngine? { get }
}

extension DictatingScreen {
    /// The model of a session with this choice on this computer.
    func entry(for choice: DictationChoice) -> ModelEntry? {
        choice.model.map { name in panel.entries.first { $0.id == name } } ?? panel.model
    }

    /// A model that is chosen for one session is on this computer, also if a server is the usual engine.
    func readiness(for choice: DictationChoice) -> ModelReadiness {
        let engine = choice.model == nil ? engine : .local
        let entry = entry(for: choice)
        let usual = ModelReadiness(engine, entry, isKnown: panel.isModelKnown)
        if let problem = choice.problem(with: engine?.server == nil ? entry : nil, isKnown: panel.isModelKnown) {
            return .refused(problem)
        }
        return choice.model == nil || usual == .unknown ? usual : .ready(.local)
    }
}

/// What a session begins with.
struct SessionStart {
    /// The recording to send to the server again; nil to use the microphone.
    var speech: UnsentSpeech?
    var choice = DictationChoice.plain
}

/// Whether a dictation session can begin, and which engine recognises its speech.
enum ModelReadiness: Equatable {
    case ready(RecognitionEngine)
    /// The model is on disk and has to be loaded into memory.
    case asleep
    /// The list of models has not arrived yet.
    case unknown
    /// The model is not on disk, and is not being downloaded.
    case absent
    /// A session cannot begin. The string tells the user the reason.
    case refused(String)

    /// - Parameter isKnown: whether the list of models has arrived.
    init(_ engine: RecognitionEngine?, _ entry: ModelEntry?, isKnown: Bool) {
        switch engine {
        case .local: self.init(entry, isKnown: isKnown)
        case .some(let server): self = .ready(server)
        case nil: self = .refused(Self.serverGone)
        }
    }

    static var serverGone: String {
        tr("The selected server no longer exists. Choose another in Preferences.")
    }

    private init(_ entry: ModelEntry?, isKnown: Bool) {
        switch entry?.state {
        case nil:
            self = isKnown ? .refused(tr("There are no speech models to choose from.")) : .unknown
        case .absent, .failed(.store):
            self = .absent
        case .failed(.recognition(let error)) where [.modelMissing, .modelCorrupt].contains(error.kind):
            self = .absent
        case .present:
            self = .asleep
        case .downloading, .verifying, .preparing, .ready, .failed(.recognition):
            // The sound waits until the model can be used. A model that failed is tried again.
            self = .ready(.local)
        }
    }

    var engine: RecognitionEngine {
        if case .ready(let engine) = self {
            return engine
        }
        return .local
    }

    /// Loads the model first if it is on disk but not in memory.
    @MainActor func begin(_ options: DictationOptions, with dictation: DictationService, _ models: ModelService) {
        Task {
            if self == .asleep {
                await models.wake()
            }
            await dictation.start(options)
        }
    }
}

extension DictationOptions {
    init(_ preferences: Preferences, _ choice: DictationChoice, model: SpeechModel?, engine: RecognitionEngine) {
        let knowsLanguages = engine.server != nil || model?.isMultilingual ?? false
        let language = knowsLanguages ? choice.language(or: preferences.language) : "en"
        self.init(
            microphone: preferences.microphoneID,
            recognition: RecognitionOptions(language: language.isEmpty ? nil : language),
            silenceStop: preferences.silenceStop > 0 ? preferences.silenceStop : nil)
        recognition.engine = engine
        recognition.model = choice.model
        recognition.keptModel = engine.server == nil && !["", "en"].contains(language) ? model?.name : nil
        recognition.waitsForModel = true
    }
}

extension Preferences {
    /// Nil for the system's default.
    var microphoneID: AudioDevice.ID? {
        microphone.isEmpty ? nil : microphone
    }
}
