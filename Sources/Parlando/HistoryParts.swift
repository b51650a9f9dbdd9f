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
    private let ownership: any DataOwnership
    private var presenter: HistoryPresenter?
    private let privacyPresenter: PrivateDictationPresenter
    private let preferencesPresenter: HistoryPreferencesPresenter

    /// - Parameters:
    ///   - ownership: says whether this program may repair and tidy the history, and brings its page back.
    ///   - broadcast: passes dictated text on to other programs.
    init(
        _ folders: Folders, store: any PreferenceStore, ownership: any DataOwnership, page: DictationPage,
        settings: PreferencesWindow, broadcast: DictationBroadcast
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
        pages = PageKeeper(history: service)
        news = HistoryNews(of: service)
        privacyPresenter = PrivateDictationPresenter(
            view: page, history: service, news: news, broadcast: broadcast)
        preferencesPresenter = HistoryPreferencesPresenter(view: settings, store: store)
        page.privacyPresenter = privacyPresenter
        settings.historyPresenter = preferencesPresenter
    }

    /// Renders the initial view states, and deletes entries that are too old if this program owns the data. Call once,
    /// after the window has been created.
    ///
    /// - Parameter translator: presenter that shows a translation which the user opens from the history.
    func activate(translator: TranslatorPresenter) {
        let presenter = HistoryPresenter(
            view: window, history: service, news: news, store: store, translator: translator,
            saver: FileTextSaver(), clock: SystemClock())
        self.presenter = presenter
        window.presenter = presenter
        presenter.activate()
        privacyPresenter.activate()
        preferencesPresenter.activate()
        Task { [service, ownership] in await service.begin(tidies: ownership.isOwner) }
    }
}
