import ParlandoCore
import ParlandoGtk
import ParlandoNetwork
import ParlandoPresenters
import ParlandoRecognition
import ParlandoServices
import ParlandoSystem

/// The translator's page and preferences, connected to the translator.
@MainActor final class TranslatorParts {
    let page: TranslatorPage
    let presenter: TranslatorPresenter
    private let translator: any Translating
    let preferencesPresenter: TranslatorPreferencesPresenter

    /// - Parameters:
    ///   - microphone: a microphone that nothing else uses at the same time.
    ///   - models: lends the speech models.
    ///   - servers: a server client that nothing else uses.
    ///   - gates: makes voice activity detectors.
    ///   - words: keeps the user's vocabulary.
    ///   - history: the sessions of the history, which are deleted along with all other data.
    ///   - environment: the environment variables at the start of the program, which may contain API keys.
    init(
        microphone: any Microphone, models: ModelService, servers: any ServerRecognizing, gates: any SpeechGateMaker,
        store: any PreferenceStore, settings: PreferencesWindow, archive: any TranslationArchive,
        words: any WordBookStore, history: any KeptFiles, folders: Folders, environment: [String: String]
    ) {
        page = TranslatorPage()
        let secrets = Keyring()
        let keys = TranslatorKeys(secrets, given: EnvironmentKeys(environment), homes: .chosen)
        var ports = TranslatorPorts.real(
            microphone: microphone, models: models, servers: servers, gates: gates, archive: archive,
            keys: ServiceKeys(secrets, environment: environment), homes: .chosen, folders: folders)
        ports.words = words
        translator = TranslatorService(ports)
        presenter = TranslatorPresenter(
            view: page, translator: translator, models: models, store: store, saver: FileTextSaver(),
            keys: keys, calendar: SystemClock())
        preferencesPresenter = TranslatorPreferencesPresenter(
            view: settings, translator: translator,
            keys: keys, archive: archive,
            // The history first: the folders can be removed once they are empty.
            files: KeptFileGroup([history, StoredFiles(folders)]), store: store,
            calendar: SystemClock())
    }

    /// Renders the first states. Call once, after the window has been created.
    func activate() {
        presenter.activate()
        preferencesPresenter.activate()
    }
}
