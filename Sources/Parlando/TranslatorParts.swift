import ParlandoCore
import ParlandoGtk
import ParlandoPresenters
import ParlandoServices

/// The translator's page, history and preferences, joined to what interprets.
@MainActor final class TranslatorParts {
    let page: TranslatorPage
    private let history = HistoryWindow()
    private let interpreter: any Interpreting
    private let presenter: TranslatorPresenter
    private let historyPresenter: HistoryPresenter
    private let preferencesPresenter: TranslatorPreferencesPresenter

    init(
        interpreter: any Interpreting, archive: any TranslationArchive, secrets: any SecretStore,
        store: any PreferenceStore, settings: PreferencesWindow
    ) {
        page = TranslatorPage(history: history)
        self.interpreter = interpreter
        presenter = TranslatorPresenter(view: page, interpreter: interpreter, store: store)
        historyPresenter = HistoryPresenter(view: history, archive: archive, store: store, translator: presenter)
        preferencesPresenter = TranslatorPreferencesPresenter(
            view: settings, interpreter: interpreter, secrets: secrets, archive: archive, store: store)
    }

    /// Shows the first states. Call once, when the window is there.
    func activate() {
        presenter.activate()
        historyPresenter.activate()
        preferencesPresenter.activate()
    }
}
