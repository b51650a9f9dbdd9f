import ParlandoCore
import ParlandoGtk
import ParlandoNetwork
import ParlandoPresenters
import ParlandoServices
import ParlandoStorage
import ParlandoSystem

/// The translator's page, history and preferences, joined to what interprets.
@MainActor final class TranslatorParts {
    let page: TranslatorPage
    private let history = HistoryWindow()
    private let interpreter: any Interpreting
    private let presenter: TranslatorPresenter
    private let historyPresenter: HistoryPresenter
    private let preferencesPresenter: TranslatorPreferencesPresenter

    /// - Parameters:
    ///   - microphone: which nobody else uses meanwhile.
    ///   - models: the speech models on disk.
    ///   - environment: as the program found it; it may hold keys.
    init(
        microphone: any Microphone, models: any ModelStore, store: any PreferenceStore, settings: PreferencesWindow,
        folders: Folders, environment: [String: String]
    ) {
        page = TranslatorPage(history: history)
        let secrets = Keyring()
        let archive = SQLiteTranslationArchive(path: folders.translationArchive, clock: SystemClock())
        interpreter = InterpreterService(
            .real(
                microphone: microphone, store: models, preferences: store, archive: archive,
                keys: ServiceKeys(secrets, environment: environment), homes: .chosen, folders: folders))
        presenter = TranslatorPresenter(view: page, interpreter: interpreter, store: store)
        historyPresenter = HistoryPresenter(view: history, archive: archive, store: store, translator: presenter)
        preferencesPresenter = TranslatorPreferencesPresenter(
            view: settings, interpreter: interpreter,
            keys: TranslatorKeys(secrets, given: EnvironmentKeys(environment), homes: .chosen), archive: archive,
            files: StoredFiles(folders), store: store)
    }

    /// Shows the first states. Call once, when the window is there.
    func activate() {
        presenter.activate()
        historyPresenter.activate()
        preferencesPresenter.activate()
    }
}
