import ParlandoCore
import ParlandoGtk
import ParlandoNetwork
import ParlandoPresenters
import ParlandoServices
import ParlandoSystem

/// The translator's page and preferences, connected to the translator.
@MainActor final class TranslatorParts {
    let page: TranslatorPage
    let presenter: TranslatorPresenter
    private let translator: any Translating
    private let preferencesPresenter: TranslatorPreferencesPresenter

    /// - Parameters:
    ///   - microphone: a microphone that nothing else uses at the same time.
    ///   - models: the speech models on disk.
    ///   - history: the sessions of the history, which are deleted along with all other data.
    ///   - environment: the environment variables at the start of the program, which may contain API keys.
    init(
        microphone: any Microphone, models: any ModelStore, store: any PreferenceStore, settings: PreferencesWindow,
        archive: any TranslationArchive, history: any KeptFiles, folders: Folders, environment: [String: String]
    ) {
        page = TranslatorPage()
        let secrets = Keyring()
        translator = TranslatorService(
            .real(
                microphone: microphone, store: models, preferences: store, archive: archive,
                keys: ServiceKeys(secrets, environment: environment), homes: .chosen, folders: folders))
        presenter = TranslatorPresenter(view: page, translator: translator, store: store, saver: FileTextSaver())
        preferencesPresenter = TranslatorPreferencesPresenter(
            view: settings, translator: translator,
            keys: TranslatorKeys(secrets, given: EnvironmentKeys(environment), homes: .chosen), archive: archive,
            // The history first: the folders can be removed once they are empty.
            files: KeptFileGroup([history, StoredFiles(folders)]), store: store)
    }

    /// Renders the first states. Call once, after the window has been created.
    func activate() {
        presenter.activate()
        preferencesPresenter.activate()
    }
}
