import Foundation
public import ParlandoCore
public import ParlandoServices

/// Shows the history of dictations, files and translations: finds, plays, changes, exports and removes entries.
@MainActor public final class HistoryPresenter: PreferenceReader {
    /// Number of entries by which the list grows each time the user asks for more.
    nonisolated static let portion = 100

    weak var view: (any HistoryView)?
    let history: any HistoryKeeping
    let translator: TranslatorPresenter
    let saver: any TextSaver
    private(set) var screen = HistoryScreen()
    private let news: HistoryNews
    private let chosen: ChosenPreferences
    private let clock: any WallClock
    private var state = HistoryViewState()
    private var isOpen = false
    /// Serial number of the newest search. Results of earlier searches are ignored.
    private var search = 0
    /// The latest text of the user that has not been stored yet, with the identifier of its session; nil if there is
    /// none.
    private var unsaved: (id: HistorySession.ID, text: String)?
    private var saving: Task<Void, Never>?
    /// Identifier of the entry that the user has chosen, which may still be loading; nil if there is none.
    private var wanted: HistorySession.ID?

    /// - Parameters:
    ///   - news: forwards the events of `history` to this and other presenters.
    ///   - translator: shows a translation that the user opens in the translator.
    public init(
        view: any HistoryView, history: any HistoryKeeping, news: HistoryNews, store: any PreferenceStore,
        translator: TranslatorPresenter, saver: any TextSaver, clock: any WallClock
    ) {
        self.view = view
        self.history = history
        self.news = news
        self.translator = translator
        self.saver = saver
        self.clock = clock
        chosen = ChosenPreferences(in: store)
    }

    /// Starts to receive events. Call once.
    public func activate() {
        news.add(self)
        chosen.watch(for: self)
    }

    func adopt(_ preferences: Preferences) {
        if isOpen {
            update { $0.preferences = preferences }
        }
    }

    func update(_ change: (inout HistoryScreen) -> Void) {
        change(&screen)
        screen.now = clock.now
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Shows the current history. Call when the window was shown, or became the active window again.
    public func open() {
        isOpen = true
        update { $0.preferences = chosen.current }
        Task { await find() }
    }

    /// Ends playback, and makes removals final. Call when the window was hidden.
    public func close() {
        isOpen = false
        leaveShown()
        Task { [history] in
            await history.stopPlayback()
            try? await history.forgetRemoved()
        }
    }

    /// Runs a command that changes the history. If the command throws an error, shows a message about it.
    func run(_ command: @escaping @MainActor () async throws(ArchiveError) -> Void) {
        Task { [weak self] in
            do throws(ArchiveError) {
                try await command()
            } catch {
                self?.view?.showToast(HistoryWording.message(error))
            }
        }
    }

    // MARK: The list

    /// Searches the history for the user's words and lists the matching entries. Also reloads the session that is shown
    /// beside the list.
    func find() async {
        search += 1
        let mine = search
        do throws(ArchiveError) {
            let limit = screen.limit
            // One entry more than the list may hold tells whether there are more.
            let found = try await history.entries(matching: screen.words, limit: limit + 1)
            guard mine == search else {
                return
            }
            update { $0.list(found, limit: limit) }
            await lookAgain()
        } catch {
            view?.showToast(HistoryWording.message(error))
            if error.kind == .entriesDropped || error.kind == .damaged, mine == search {
                await find()
            }
        }
    }

    func remove(_ entries: [HistoryEntry]) {
        guard !entries.isEmpty else {
            return
        }
        let ids = Set(entries.map(\.id))
        update { screen in
            screen.isChoosing = false
            screen.chosen = []
            screen.choosesAll = false
        }
        if let id = wanted, ids.contains(id) {
            forgetShown()
        }
        run { [weak self, history] () async throws(ArchiveError) in
            try await history.remove(entries)
            self?.view?.offerUndo(HistoryWording.removed(entries.count))
        }
    }

    // MARK: The entry

    func show(_ entry: HistoryEntry) {
        guard case .translation = entry else {
            return show(entry.id)
        }
        want(entry.id)
        update { $0.shown = HistoryScreen.Shown(entry: entry) }
    }

    /// Loads a session from the history and shows it beside the list.
    func show(_ id: HistorySession.ID) {
        want(id)
        Task { await load(id) }
    }

    private func want(_ id: HistorySession.ID) {
        leaveShown()
        wanted = id
        Task { [history] in await history.stopPlayback() }
    }

    /// Stores the user's changes to the entry that is shown, and ends editing.
    func leaveShown() {
        save()
        update { $0.shown?.isEditing = false }
    }

    /// Closes the entry that is shown beside the list, if there is one.
    func forgetShown() {
        wanted = nil
        update { $0.shown = nil }
    }

    /// Loads a session from the history and shows it. If the session has been removed, no entry is shown.
    private func load(_ id: HistorySession.ID) async {
        do throws(ArchiveError) {
            let record = try await history.record(of: id)
            let hasSound = await history.hasSound(of: id)
            guard wanted == id else {
                return
            }
            guard let record else {
                return forgetShown()
            }
            update { screen in
                let document = record.document
                var shown = HistoryScreen.Shown(entry: .session(record.session), document: document)
                shown.map = HistoryWordMap(document.text, document.paragraphs.flatMap(\.words))
                shown.hasSound = hasSound
                // The entry is reloaded whenever the window becomes active, for example because of the popover with the
                // alternatives. They stay open if the text is still the same.
                shown.asked = screen.shown?.document == document ? screen.shown?.asked : nil
                screen.shown = shown
            }
        } catch {
            view?.showToast(HistoryWording.message(error))
        }
    }

    /// Reloads the session that is shown, unless the user is editing it.
    private func lookAgain() async {
        guard let shown = screen.shown, !shown.isEditing, unsaved == nil, case .session(let session) = shown.entry
        else {
            return
        }
        await load(session.id)
    }

    // MARK: Editing

    /// Replaces the text of the entry that is being edited.
    public func edit(_ text: String) {
        guard let shown = screen.shown, shown.isEditing, case .session(let session) = shown.entry else {
            return
        }
        update { $0.shown?.document?.edit(text) }
        unsaved = (session.id, text)
        save()
    }

    /// Stores the text that the user has edited. If the user makes several changes while a text is being stored, only
    /// the latest text is stored next.
    private func save() {
        guard saving == nil, unsaved != nil else {
            return
        }
        saving = Task { [weak self, history] in
            while let (id, text) = self?.unsaved {
                self?.unsaved = nil
                do throws(ArchiveError) {
                    try await history.edit(id, text)
                } catch {
                    self?.view?.showToast(HistoryWording.message(error))
                }
            }
            self?.saving = nil
        }
    }

    func export(_ shown: HistoryScreen.Shown, to path: String) {
        let document: TranscriptDocument
        switch shown.entry {
        case .session:
            document = shown.document ?? TranscriptDocument()
        case .translation(let exchange):
            var both = TranscriptDocument(began: exchange.date)
            both.edit("\(exchange.source.revealed)\n\n\(exchange.translation.revealed)")
            document = both
        }
        let name = PathBytes.displayName(of: path)
        Task { [weak self, saver] in
            do throws(TextSaveError) {
                try await saver.save(document, to: path)
                self?.view?.showToast(tr("Saved as {name}", ["name": name]))
            } catch {
                self?.view?.showToast(error.message.text)
            }
        }
    }
}

extension HistoryPresenter: HistoryServiceDelegate {
    public func historyService(_ service: any HistoryKeeping, didReport event: HistoryEvent) {
        switch event {
        case .changed:
            if isOpen {
                Task { await find() }
            }
        case .playback(let playback):
            update { $0.playback = playback }
        case .failure(let error):
            if isOpen {
                view?.showToast(HistoryWording.message(error))
            }
        case .unplayable(let error):
            view?.showToast(tr("The recording could not be played: {reason}", ["reason": error.message.text]))
        case .noLoudspeaker(let error):
            view?.showToast(error.message.text)
        case .keeping, .soundFailure:
            break
        }
    }
}
