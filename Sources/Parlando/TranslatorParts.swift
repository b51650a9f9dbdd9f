import ParlandoCore
import ParlandoGtk
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoStorage
import ParlandoSystem

/// The translator's page, history and preferences, connected to the translator.
@MainActor final class TranslatorParts {
    let page: TranslatorPage
    private let history = HistoryWindow()
    private let translator: any Translating
    private let presenter: TranslatorPresenter
    private let historyPresenter: HistoryPresenter
    private let preferencesPresenter: TranslatorPreferencesPresenter

    /// - Parameters:
    ///   - microphone: a microphone that nothing else uses at the same time.
    ///   - models: lends the speech models.
    ///   - servers: a server client that nothing else uses.
    ///   - gates: makes voice activity detectors.
    ///   - environment: the environment variables at the start of the program, which may contain API keys.
    init(
        microphone: any Microphone, models: ModelService, servers: any ServerRecognizing, gates: any SpeechGateMaker,
        store: any PreferenceStore, settings: PreferencesWindow, folders: Folders, environment: [String: String]
    ) {
        page = TranslatorPage(history: history)
        let secrets = Keyring()
        let archive = SQLiteTranslationArchive(path: folders.translationArchive, clock: SystemClock())
        translator = TranslatorService(
            .real(
                microphone: microphone, models: models, servers: servers, gates: gates, archive: archive,
                keys: ServiceKeys(secrets, environment: environment), homes: .chosen, folders: folders))
        presenter = TranslatorPresenter(
            view: page, translator: translator, models: models, store: store, saver: FileTextSaver())
        historyPresenter = HistoryPresenter(view: history, archive: archive, store: store, translator: presenter)
        preferencesPresenter = TranslatorPreferencesPresenter(
            view: settings, translator: translator,
            keys: TranslatorKeys(secrets, given: EnvironmentKeys(environment), homes: .chosen), archive: archive,
            files: StoredFiles(folders), store: store)
    }

    /// Renders the first states. Call once, after the window has been created.
    func activate() {
        presenter.activate()
        historyPresenter.activate()
        preferencesPresenter.activate()
    }
}
