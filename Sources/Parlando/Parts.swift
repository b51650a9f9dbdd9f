import Logging
import ParlandoALSA
import ParlandoCore
import ParlandoGtk
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

/// The window, pages and services of the program, connected to each other. The model is loaded in the background once
/// the window is shown.
@MainActor final class Parts {
    let window: MainWindow
    private let page = DictationPage()
    private let rhythmPage = RhythmPage()
    private let terminalPage: TerminalPage
    private let settings = PreferencesWindow()
    private let translator: TranslatorParts
    private let history: HistoryParts
    let files: FilesParts
    private let dictation: DictationService
    private let rhythm: RhythmService
    private let models: ModelService
    private let terminalDictation: DictationService
    private let capture: AudioCaptureService
    private let dictationPresenter: DictationPresenter
    private let rhythmPresenter: RhythmPresenter
    private let terminalPresenter: TerminalPresenter
    private let preferencesPresenter: PreferencesPresenter
    private let serverPresenter: ServerPreferencesPresenter
    private let replacementPresenter: ReplacementPresenter
    private let vocabularyPresenter: VocabularyPresenter
    private let privacyPresenter: PrivacyPresenter
    private let microphonePresenter: MicrophonePresenter
    private let shortcutPresenter: ShortcutPresenter
    private let controlPresenter: ControlPresenter
    private let caret: CaretService
    private let deliveryPresenter: DeliveryPresenter
    private let ownership: FolderOwnership
    private let focus = WindowFocus()
    private let broadcast: DictationBroadcast
    private let firstStart: FirstStartParts

    init(
        _ application: Application, folders: Folders, preferences: SettingsStore, environment: [String: String]
    ) {
        ownership = FolderOwnership(folders.data)
        let store = FileModelStore(
            catalogue: Self.catalogue(folders), folder: folders.models,
            provided: folders.resource("models"), preferences: preferences,
            network: NetworkMonitor())
        let secrets = SessionSecrets(Keyring())
        let sample = folders.resource("samples/jfk.flac")
        let formats = ServerFormats(preferences)
        func makeServers() -> SpeechServers {
            SpeechServers(
                secrets: secrets, gates: SileroGateMaker(store: store), reader: SoundFileReader(), sample: sample,
                formats: formats)
        }
        // Each page has its own server client, which keeps the unsent sound of its session.
        let (servers, terminalServers) = (makeServers(), makeServers())
        models = ModelService(
            store: store, recognizer: LocalRecognizer(engines: [WhisperEngine()], gates: SileroGateReader()),
            preferences: preferences, memory: SystemMemoryPressure(), spools: FileSoundSpools())
        let words = FileWordBook(path: folders.wordBook)
        broadcast = DictationBroadcast(preferences: preferences)
        history = HistoryParts(
            folders, store: preferences, ownership: ownership, page: page, settings: settings, broadcast: broadcast)
        let devices = ALSADeviceDirectory()
        capture = AudioCaptureService(microphone: ALSAMicrophone(), transport: ALSATransport(), devices: devices)
        caret = CaretService(
            typing: InputProcess(folders, environment: environment, mends: ownership.isOwner))
        dictation = DictationService(
            microphone: capture.microphone(for: .dictation), recognizer: models, servers: servers, words: words,
            recorder: caret.recorder(beside: broadcast.recorder(beside: history.service.dictationRecorder)))
        terminalDictation = DictationService(
            microphone: capture.microphone(for: .terminal), recognizer: models, servers: terminalServers, words: words,
            recorder: broadcast.recorder(beside: history.service.terminalRecorder, sharesText: false))
        firstStart = FirstStartParts(
            page: page, models: models, microphone: capture.microphone(for: .dictation), store: preferences,
            environment: environment)
        let typing = RemoteDesktopPortal(application: application.id)
        dictationPresenter = DictationPresenter(
            view: page, dictation: dictation, models: models, servers: servers,
            store: preferences, saver: FileTextSaver(),
            typing: typing, caret: caret, downloads: firstStart.downloads,
            clock: SystemClock(), ownership: ownership)
        deliveryPresenter = DeliveryPresenter(view: settings, caret: caret, typing: typing)
        let clock = SystemMonotonicClock()
        let practice = FilePracticeStore(path: folders.practice)
        rhythm = RhythmService(transport: capture.transport(for: .rhythm), clock: clock)
        rhythmPresenter = RhythmPresenter(
            view: rhythmPage, training: rhythm, patterns: Self.patterns(folders), store: preferences, clock: clock,
            haptics: FeedbackDaemon(application: SettingsStore.schema),
            practice: practice, calendar: SystemClock())
        terminalPage = TerminalPage(environment: environment)
        terminalPresenter = TerminalPresenter(
            view: terminalPage, dictation: terminalDictation, models: models, servers: terminalServers,
            store: preferences, saver: FileTextSaver(), downloads: firstStart.downloads,
            shells: AccountShell.candidates(environment))
        preferencesPresenter = PreferencesPresenter(
            view: settings, models: models, devices: devices, store: preferences,
            interfaceLanguages: folders.languages)
        serverPresenter = ServerPreferencesPresenter(
            view: settings, store: preferences, secrets: secrets, servers: servers)
        let editor = WordBookEditor(store: words)
        replacementPresenter = ReplacementPresenter(view: settings, words: editor, saver: FileTextSaver())
        vocabularyPresenter = VocabularyPresenter(view: settings, words: editor, saver: FileTextSaver())
        translator = TranslatorParts(
            microphone: capture.microphone(for: .translator), models: models, voices: store, servers: makeServers(),
            gates: SileroGateMaker(store: store), store: preferences, settings: settings, archive: history.archive,
            words: words, history: history.service, secrets: secrets, folders: folders,
            environment: environment)
        privacyPresenter = PrivacyPresenter(
            view: settings, meter: StoredFiles(folders), secrets: secrets, practice: practice, news: history.news,
            models: models, store: preferences, home: environment["HOME"] ?? "")
        translator.preferencesPresenter.delegate = privacyPresenter
        files = FilesParts(
            models: models, servers: makeServers(), history: history.service, words: words,
            catalogue: store.catalogue, store: preferences)
        window = MainWindow(
            application, pages: [page, rhythmPage, translator.page, terminalPage], history: history.window,
            files: files.window, preferences: settings)
        microphonePresenter = MicrophonePresenter(view: window, capture: capture)
        shortcutPresenter = ShortcutPresenter(
            view: settings, target: window, shortcuts: GlobalShortcutsPortal(application: application.id),
            store: preferences)
        controlPresenter = ControlPresenter(view: application)
        broadcast.delegate = controlPresenter
        controlPresenter.delegate = privacyPresenter
        dictationPresenter.delegate = history.pages
        page.presenter = dictationPresenter
        rhythmPage.presenter = rhythmPresenter
        terminalPage.presenter = terminalPresenter
        settings.presenter = preferencesPresenter
        settings.serverPresenter = serverPresenter
        settings.replacementPresenter = replacementPresenter
        settings.vocabularyPresenter = vocabularyPresenter
        settings.privacyPresenter = privacyPresenter
        settings.shortcutPresenter = shortcutPresenter
        settings.deliveryPresenter = deliveryPresenter
        application.controlPresenter = controlPresenter
        microphonePresenter.activate()
        dictationPresenter.activate()
        firstStart.activate()
        rhythmPresenter.activate()
        translator.activate()
        history.activate(translator: translator.presenter)
        files.activate()
        terminalPresenter.activate()
        shortcutPresenter.activate()
        deliveryPresenter.activate()
        focus.delegate = self
        Task { [caret] in await caret.mend() }
        privacyPresenter.activate()
        controlPresenter.reportListeners()
        serverPresenter.activate()
        replacementPresenter.activate()
        vocabularyPresenter.activate()
        Task { [preferencesPresenter, models, ownership] in
            preferencesPresenter.activate()
            await models.begin(tidies: ownership.isOwner)
        }
    }

    /// Returns the catalogue of models. If it cannot be read, the reason is logged and there are no models to choose
    /// from.
    private static func catalogue(_ folders: Folders) -> [SpeechModel] {
        let log = Logger(label: "parlando.models")
        guard let path = folders.resource("models.json") else {
            log.error("models.json is not to be found")
            return []
        }
        do {
            return try ModelCatalogue.load(path)
        } catch {
            log.error("\(path): \(error)")
            return []
        }
    }

    /// Returns the rhythm patterns. If they cannot be read, the reason is logged and there are no exercises.
    private static func patterns(_ folders: Folders) -> [Pattern] {
        let log = Logger(label: "parlando.rhythm")
        guard let path = folders.resource("patterns.json") else {
            log.error("patterns.json is not to be found")
            return []
        }
        do {
            return try PatternLibrary.load(path).patterns
        } catch {
            log.error("\(path): \(error)")
            return []
        }
    }
}

extension Parts: WindowFocusDelegate {
    func windowFocus(_ focus: WindowFocus, didChange isActive: Bool) {
        caret.setOwnWindow(isActive: isActive)
    }
}
