import Logging
import ParlandoALSA
import ParlandoCore
import ParlandoEspeak
import ParlandoGtk
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoStorage
import ParlandoSystem
import ParlandoWhisper

/// The window, pages and services, connected. The model is loaded once the window is shown.
@MainActor final class Parts {
    /// For the last words when the program must end.
    private static let patience = Duration.seconds(2)

    let window: MainWindow
    private let page = DictationPage()
    private let rhythmPage = RhythmPage()
    private let terminalPage: TerminalPage
    private let settings = PreferencesWindow()
    private let translator: TranslatorParts
    private let history: HistoryParts
    let files: FilesParts
    private let captionsWindow: CaptionsWindow
    private let captionService: CaptionService
    let captions: CaptionPresenter
    let players = MediaPlayerBus()
    private let dictation: DictationService
    private let rhythm: RhythmService
    private let models: ModelService
    private let terminalDictation: DictationService
    private let capture: AudioCaptureService
    private let dictationPresenter: DictationPresenter
    private let rhythmPresenter: RhythmPresenter
    private let practiceBookPresenter: PracticeBookPresenter
    private let terminalPresenter: TerminalPresenter
    private let preferencesPresenter: PreferencesPresenter
    private let serverPresenter: ServerPreferencesPresenter
    private let wordBookPresenter: WordBookPresenter
    private let privacyPresenter: PrivacyPresenter
    private let microphonePresenter: MicrophonePresenter
    private let shortcutPresenter: ShortcutPresenter
    private let controlPresenter: ControlPresenter
    private let caret: CaretService
    private let cleanup: CleanupService
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
            catalogue: Self.list("models.json", in: folders, log: "parlando.models") { try ModelCatalogue.load($0) },
            folder: folders.models, provided: folders.resource("models"), preferences: preferences,
            network: NetworkMonitor())
        let secrets = SessionSecrets(Keyring())
        let sample = folders.resource("samples/jfk.flac")
        let formats = ServerFormats(preferences)
        func makeServers() -> SpeechServers {
            SpeechServers(
                secrets: secrets, gates: SileroGateMaker(store: store), reader: SoundFileReader(), sample: sample,
                formats: formats)
        }
        // Each page has its own, which keeps the unsent sound of its session.
        let (servers, terminalServers) = (makeServers(), makeServers())
        models = ModelService(
            store: store, recognizer: LocalRecognizer(engines: [WhisperEngine()], gates: SileroGateReader()),
            preferences: preferences, memory: SystemMemoryPressure(), spools: FileSoundSpools())
        let words = FileWordBook(path: folders.wordBook)
        broadcast = DictationBroadcast(preferences: preferences)
        history = HistoryParts(
            folders, store: preferences, ownership: ownership, page: page, broadcast: broadcast)
        let devices = ALSADeviceDirectory()
        capture = AudioCaptureService(microphone: ALSAMicrophone(), transport: ALSATransport(), devices: devices)
        caret = CaretService(
            typing: InputProcess(folders, environment: environment, mends: ownership.isOwner))
        cleanup = CleanupService(model: servers, preferences: preferences, caret: caret)
        dictation = DictationService(
            microphone: capture.microphone(for: .dictation), recognizer: models, servers: servers, words: words,
            recorders: [
                history.service.dictationRecorder, broadcast.recorder(), cleanup, PlayerPause(players, preferences),
            ])
        terminalDictation = DictationService(
            microphone: capture.microphone(for: .terminal), recognizer: models, servers: terminalServers, words: words,
            recorders: [
                history.service.terminalRecorder, broadcast.recorder(sharesText: false),
                PlayerPause(players, preferences),
            ])
        firstStart = FirstStartParts(
            page: page, models: models, microphone: capture.microphone(for: .dictation, isCheck: true),
            store: preferences, environment: environment)
        let typing = RemoteDesktopPortal(application: application.id)
        dictationPresenter = DictationPresenter(
            view: page, dictation: dictation, models: models, servers: servers,
            store: preferences, saver: FileTextSaver(),
            typing: typing, caret: caret, cleanup: cleanup, downloads: firstStart.downloads,
            check: MicrophoneCheck(microphone: capture.microphone(for: .dictation, isCheck: true)), devices: devices,
            clock: SystemClock(), ownership: ownership)
        deliveryPresenter = DeliveryPresenter(view: settings, caret: caret, typing: typing)
        let clock = SystemMonotonicClock()
        let practice = FilePracticeStore(path: folders.practice)
        let language = SpeechLanguage.desktop(chosen: preferences.load().interfaceLanguage, environment: environment)
        rhythm = RhythmService(
            transport: capture.transport(for: .rhythm), clock: clock,
            counting: CountSpeaker(EspeakSynthesizer(), language: language))
        rhythmPresenter = RhythmPresenter(
            view: rhythmPage, training: rhythm,
            patterns: Self.list("patterns.json", in: folders, log: "parlando.rhythm") {
                try PatternLibrary.load($0).patterns
            },
            store: preferences, clock: clock, haptics: FeedbackDaemon(application: SettingsStore.schema),
            practice: practice, book: FilePracticeBook(path: folders.practiceBook), calendar: SystemClock())
        practiceBookPresenter = PracticeBookPresenter(
            view: rhythmPage.exercises, page: rhythmPresenter, scores: FileScores(), saver: FileTextSaver())
        terminalPage = TerminalPage(environment: environment)
        terminalPresenter = TerminalPresenter(
            view: terminalPage, dictation: terminalDictation, models: models, servers: terminalServers,
            store: preferences, saver: FileTextSaver(), downloads: firstStart.downloads,
            shells: AccountShell.candidates(environment))
        preferencesPresenter = PreferencesPresenter(
            view: settings, models: models, downloads: firstStart.downloads, devices: devices, store: preferences,
            interfaceLanguages: folders.languages)
        serverPresenter = ServerPreferencesPresenter(
            view: settings, store: preferences, secrets: secrets, servers: servers, calendar: SystemClock())
        wordBookPresenter = WordBookPresenter(view: settings, store: words, saver: FileTextSaver())
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
        let sound = EchoPair(microphone: capture.microphone(for: .captions), computer: ALSAMicrophone())
        captionService = CaptionService(
            microphone: sound.microphone, computer: sound.computer, recognizer: models,
            servers: [.you: makeServers(), .computer: makeServers()], words: words,
            recorder: history.service.captionsRecorder,
            translator: CaptionTranslator(translator.service, preferences: preferences))
        captionsWindow = CaptionsWindow(application)
        captions = CaptionPresenter(
            view: captionsWindow, captions: captionService, models: models, downloads: firstStart.downloads,
            store: preferences, devices: devices, calendar: SystemClock())
        window = MainWindow(
            application, pages: [page, rhythmPage, translator.page, terminalPage], history: history.window,
            files: files.window, captions: captionsWindow, preferences: settings)
        microphonePresenter = MicrophonePresenter(view: window, capture: capture)
        captionsWindow.presenter = captions
        captions.mark = microphonePresenter
        captions.page = dictationPresenter
        shortcutPresenter = ShortcutPresenter(
            view: settings, target: window, shortcuts: GlobalShortcutsPortal(application: application.id),
            capture: capture, store: preferences)
        controlPresenter = ControlPresenter(view: application)
        broadcast.delegate = controlPresenter
        captions.control = controlPresenter
        controlPresenter.delegate = privacyPresenter
        dictationPresenter.keeper = history.service
        dictationPresenter.corrections.wordBook = wordBookPresenter
        history.news.add(dictationPresenter)
        history.news.add(captions)
        page.presenter = dictationPresenter
        rhythmPage.presenter = rhythmPresenter
        rhythmPage.exercises.presenter = practiceBookPresenter
        terminalPage.presenter = terminalPresenter
        settings.presenter = preferencesPresenter
        settings.serverPresenter = serverPresenter
        settings.wordBookPresenter = wordBookPresenter
        settings.privacyPresenter = privacyPresenter
        settings.shortcutPresenter = shortcutPresenter
        settings.deliveryPresenter = deliveryPresenter
        application.controlPresenter = controlPresenter
        microphonePresenter.activate()
        dictationPresenter.activate()
        firstStart.activate()
        rhythmPresenter.activate()
        translator.activate()
        history.activate(translator: translator.presenter, dictation: dictationPresenter, files: files.service)
        files.activate()
        captions.activate()
        terminalPresenter.activate()
        shortcutPresenter.activate()
        models.add(shortcutPresenter)
        deliveryPresenter.activate()
        focus.delegate = self
        Task { [caret] in await caret.mend() }
        privacyPresenter.activate()
        controlPresenter.reportListeners()
        serverPresenter.activate()
        wordBookPresenter.activate()
        Task { [preferencesPresenter, models, ownership] in
            preferencesPresenter.activate()
            await models.begin(tidies: ownership.isOwner)
        }
    }

    /// Ends what listens as *Stop* does, or with the words as they stand if that takes long. Returns once all is stored
    /// that may be kept, and the page too.
    func end() async {
        let limit = Task {
            try await Task.sleep(for: Self.patience)
            await history.service.cutOff()
            await dictation.abort(keepsWords: true)
            await terminalDictation.abort(keepsWords: true)
            await captionService.stop(atOnce: true)
        }
        let results = Task { await rhythmPresenter.prepareToClose() }
        let translation = Task { await translator.service.finish(within: Self.patience * 2) }
        await dictation.stop()
        await terminalDictation.stop()
        await captions.finish()
        await dictation.waitForEnd()
        await terminalDictation.waitForEnd()
        limit.cancel()
        await history.service.settle()
        await results.value
        await dictationPresenter.prepareToClose()
        await dictationPresenter.finishSession()
        await translation.value
    }

    /// If the file cannot be read, the reason is logged, and the list is empty.
    private static func list<Item>(
        _ file: String, in folders: Folders, log label: String, _ load: (String) throws -> [Item]
    ) -> [Item] {
        let log = Logger(label: label)
        guard let path = folders.resource(file) else {
            log.error("\(file) is not to be found")
            return []
        }
        do {
            return try load(path)
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

/// Transcription of files.
@MainActor final class FilesParts {
    let window = FilesWindow()
    let service: FileTranscriptionService
    let presenter: FilesPresenter

    /// - Parameter servers: used by nothing else.
    init(
        models: ModelService, servers: any ServerRecognizing, history: HistoryService, words: any WordBookStore,
        catalogue: [SpeechModel], store: any PreferenceStore
    ) {
        service = FileTranscriptionService(
            reader: SoundFileReader(), recognizer: models, servers: servers, speakers: models.speakers,
            history: history, words: words, preferences: store, catalogue: catalogue, wallClock: SystemClock(),
            clock: SystemMonotonicClock())
        presenter = FilesPresenter(view: window, service: service, saver: FileTextSaver(), store: store)
        window.presenter = presenter
    }

    /// Call once, after the main window has been made.
    func activate() {
        presenter.activate()
    }
}

/// The first-start page, and the downloads that all pages can start.
@MainActor final class FirstStartParts {
    let downloads: ModelDownloads
    private let check: MicrophoneCheck
    private let presenter: FirstStartPresenter

    /// - Parameters:
    ///   - page: shows the first-start page in its own place.
    ///   - environment: as it was at the start of the program.
    init(
        page: DictationPage, models: ModelService, microphone: any Microphone, store: any PreferenceStore,
        environment: [String: String]
    ) {
        let language = SpeechLanguage.desktop(chosen: store.load().interfaceLanguage, environment: environment)
        downloads = ModelDownloads(
            models: models, network: NetworkMonitor(), store: store, language: language,
            machine: WhisperEngine.machine)
        check = MicrophoneCheck(microphone: microphone)
        presenter = FirstStartPresenter(
            view: page, models: models, downloads: downloads, check: check, devices: ALSADeviceDirectory(),
            store: store)
        page.firstStartPresenter = presenter
    }

    /// Call once, after the presenter of the dictation page has been activated.
    func activate() {
        presenter.activate()
    }
}

/// The history: stores, service, window and presenters.
@MainActor final class HistoryParts {
    let service: HistoryService
    let archive: any TranslationArchive
    let window = HistoryWindow()
    let news: HistoryNews
    private let store: any PreferenceStore
    private let ownership: any DataOwnership
    private var presenter: HistoryPresenter?
    private let privacyPresenter: PrivateDictationPresenter

    /// - Parameter ownership: says whether this program may repair and tidy the history, and brings its page back.
    init(
        _ folders: Folders, store: any PreferenceStore, ownership: any DataOwnership, page: DictationPage,
        broadcast: DictationBroadcast
    ) {
        self.store = store
        self.ownership = ownership
        let archive = SQLiteTranslationArchive(
            path: folders.translationArchive, clock: SystemClock(), repairs: ownership.isOwner)
        self.archive = archive
        service = HistoryService(
            store: SQLiteHistoryStore(path: folders.history, clock: SystemClock(), repairs: ownership.isOwner),
            sounds: FlacSounds(folder: folders.historySounds), archive: archive, preferences: store,
            player: ALSASoundPlayer(), reader: SoundFileReader(), wallClock: SystemClock(),
            bookmark: ownership.isOwner ? FilePageBookmark(path: folders.pageBookmark) : nil)
        news = HistoryNews(of: service)
        privacyPresenter = PrivateDictationPresenter(
            view: page, history: service, news: news, broadcast: broadcast)
        page.privacyPresenter = privacyPresenter
    }

    /// Deletes entries that are too old, if this program owns the data. Call once, after the window has been made.
    ///
    /// - Parameters:
    ///   - translator: shows a translation that the user opens from the history.
    ///   - dictation: goes on with an entry.
    ///   - files: transcribes the sound of an entry again.
    func activate(translator: TranslatorPresenter, dictation: DictationPresenter, files: FileTranscriptionService) {
        let presenter = HistoryPresenter(
            view: window, history: service, news: news, store: store, translator: translator,
            saver: FileTextSaver(), clock: SystemClock(), files: files)
        presenter.dictation = dictation
        presenter.corrections.wordBook = dictation.corrections.wordBook
        self.presenter = presenter
        window.presenter = presenter
        presenter.activate()
        privacyPresenter.activate()
        Task { [service, ownership] in await service.begin(tidies: ownership.isOwner) }
    }
}
