import Logging
import ParlandoALSA
import ParlandoCore
import ParlandoGtk
import ParlandoNetwork
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem
import ParlandoWhisper

/// Everything behind the window, joined. The model is loaded in the background once the window is there.
@MainActor final class Parts {
    let window: MainWindow
    let page = TranscriptionPage()
    private let rhythmPage = RhythmPage()
    private let settings = PreferencesWindow()
    private let dictation: DictationService
    private let rhythm: RhythmService
    private let models: ModelService
    private let transcriptionPresenter: TranscriptionPresenter
    private let rhythmPresenter: RhythmPresenter
    private let preferencesPresenter: PreferencesPresenter

    init(_ application: Application, folders: Folders, preferences: SettingsStore) {
        let recognizer = WatchedRecognizer(WhisperRecognizer())
        let store = FileModelStore(
            catalogue: Self.catalogue(folders), folder: folders.models,
            provided: folders.resource("models"), preferences: preferences,
            network: NetworkMonitor())
        dictation = DictationService(microphone: ALSAMicrophone(), recognizer: recognizer)
        models = ModelService(
            store: store, recognizer: recognizer, preferences: preferences, memory: SystemMemoryPressure())
        let news = ModelNews(of: models)
        transcriptionPresenter = TranscriptionPresenter(
            view: page, dictation: dictation, models: models, news: news, store: preferences, saver: FileTextSaver(),
            clock: SystemClock())
        let clock = SystemMonotonicClock()
        rhythm = RhythmService(transport: ALSATransport(), clock: clock)
        rhythmPresenter = RhythmPresenter(
            view: rhythmPage, training: rhythm, patterns: Self.patterns(folders), store: preferences, clock: clock,
            haptics: FeedbackDaemon(application: SettingsStore.schema))
        preferencesPresenter = PreferencesPresenter(
            view: settings, models: models, news: news, devices: ALSADeviceDirectory(), store: preferences,
            interfaceLanguages: folders.languages)
        window = MainWindow(application, transcription: page, rhythm: rhythmPage, preferences: settings)
        transcriptionPresenter.activate()
        rhythmPresenter.activate()
        Task { [preferencesPresenter, models] in
            preferencesPresenter.activate()
            await models.begin()
        }
    }

    /// Without a catalogue there are no models to choose from; the log says why.
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

    /// Without patterns there is nothing to exercise; the log says why.
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
