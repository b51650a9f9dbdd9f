import ParlandoALSA
import ParlandoCore
import ParlandoGtk
import ParlandoPresenters
import ParlandoServices
import ParlandoStorage
import ParlandoSystem

/// Creates and connects the parts of the history: stores, service, window, and presenters for the dictation page and
/// the preferences.
@MainActor final class HistoryParts {
    let service: HistoryService
    let archive: any TranslationArchive
    let window = HistoryWindow()
    let pages: PageKeeper
    let news: HistoryNews
    private let store: any PreferenceStore
    private var presenter: HistoryPresenter?
    private let privacyPresenter: PrivateDictationPresenter
    private let preferencesPresenter: HistoryPreferencesPresenter

    init(_ folders: Folders, store: any PreferenceStore, page: DictationPage, settings: PreferencesWindow) {
        self.store = store
        let archive = SQLiteTranslationArchive(path: folders.translationArchive, clock: SystemClock())
        self.archive = archive
        service = HistoryService(
            store: SQLiteHistoryStore(path: folders.history, clock: SystemClock()),
            sounds: FlacSounds(folder: folders.historySounds), archive: archive, preferences: store,
            player: ALSASoundPlayer(), reader: SoundFileReader(), wallClock: SystemClock())
        pages = PageKeeper(history: service)
        news = HistoryNews(of: service)
        privacyPresenter = PrivateDictationPresenter(view: page, history: service, news: news)
        preferencesPresenter = HistoryPreferencesPresenter(view: settings, store: store)
    }

    /// Renders the initial view states, and deletes entries that are too old. Call once, after the window has been
    /// created.
    ///
    /// - Parameter translator: presenter that shows a translation which the user opens from the history.
    func activate(translator: TranslatorPresenter) {
        let presenter = HistoryPresenter(
            view: window, history: service, news: news, store: store, translator: translator,
            saver: FileTextSaver(), clock: SystemClock())
        self.presenter = presenter
        presenter.activate()
        privacyPresenter.activate()
        preferencesPresenter.activate()
        Task { [service] in await service.begin() }
    }
}
