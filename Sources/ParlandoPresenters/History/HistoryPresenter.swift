import Foundation
public import ParlandoCore
public import ParlandoServices

/// Finds, shows, plays, changes, exports and removes entries of the history.
@MainActor public final class HistoryPresenter: PreferenceReader {
    /// Entries by which the list grows each time the user asks for more.
    nonisolated static let portion = 100

    /// Where dictation can go on below an entry; nil if nowhere.
    public weak var dictation: DictationPresenter?
    public let corrections = CorrectionWatch()
    weak var view: (any HistoryView)?
    let history: HistoryService
    private let translator: TranslatorPresenter
    let saver: any TextSaver
    private(set) var screen = HistoryScreen()
    private let news: HistoryNews
    private let chosen: ChosenPreferences
    private let clock: any WallClock
    let files: FileTranscriptionService?
    /// Times how soon playback follows the seek bar.
    let pace: any Clock<Duration>
    var seeking: Task<Void, Never>?
    /// Sessions whose texts were replaced by another transcription since the user was last offered to undo that.
    private var replaced: [HistorySession.ID] = []
    /// What `undo` takes back; nil if nothing is offered.
    private var offer: Offer?
    /// A removal is under way, which will be offered to be undone.
    private var isRemoving = false
    private var state = HistoryViewState()
    private var isOpen = false
    /// Number of the newest search. Results of earlier ones are ignored.
    private var search = 0
    /// The user's latest text that has not been stored yet.
    private var unsaved: (sessions: [HistorySession.ID], text: String)?
    private var saving: Task<Void, Never>?
    /// The entry that the user has chosen, which may still be loading.
    private var wanted: HistorySession.ID?

    private enum Offer: Equatable {
        case removal
        case replacement(of: [HistorySession.ID])
    }

    public init(
        view: any HistoryView, history: HistoryService, news: HistoryNews, store: any PreferenceStore,
        translator: TranslatorPresenter, saver: any TextSaver, clock: any WallClock,
        files: FileTranscriptionService? = nil, pace: any Clock<Duration> = ContinuousClock()
    ) {
        self.view = view
        self.history = history
        self.news = news
        self.translator = translator
        self.saver = saver
        self.clock = clock
        self.files = files
        self.pace = pace
        chosen = ChosenPreferences(in: store)
        screen.repeating = files == nil ? nil : []
    }

    /// Call once.
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
        if screen.find.isOpen, let shown = screen.shown {
            screen.find.follow(shown.text)
        }
        screen.now = clock.now
        let new = screen.state
        if new != state {
            state = new
            view?.render(new)
        }
    }

    /// Call when the window was shown, or became the active window again.
    public func open() {
        isOpen = true
        update { $0.preferences = chosen.current }
        offerReplacementUndo()
        Task { await find() }
    }

    /// Waits while a removal can be undone.
    private func offerReplacementUndo() {
        if isOpen, !isRemoving, offer != .removal, !replaced.isEmpty {
            offer = .replacement(of: replaced)
            replaced = []
            view?.offerUndo(tr("The text was replaced by a new transcription"))
        }
    }

    /// Call when the window was hidden. Makes removals final.
    public func close() {
        (isOpen, offer) = (false, nil)
        setChoosing(false)
        seeking?.cancel()
        leaveShown()
        Task { [history] in
            await history.stopPlayback()
            try? await history.forgetRemoved()
        }
    }

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

    /// Lists the matching entries, and loads the session again that is shown.
    private func find() async {
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

    private func remove(_ entries: [HistoryEntry]) {
        guard !entries.isEmpty else {
            return
        }
        let ids = Set(entries.map(\.id))
        setChoosing(false)
        if let id = wanted, ids.contains(id) {
            forgetShown()
        }
        // The end of the former offer must not make this removal final.
        if offer == .removal {
            offer = nil
        }
        isRemoving = true
        run { [weak self, history] () async throws(ArchiveError) in
            defer { self?.isRemoving = false }
            try await history.remove(entries)
            if case .replacement(let ids) = self?.offer {
                self?.replaced += ids
            }
            self?.offer = .removal
            self?.view?.offerUndo(HistoryWording.removed(entries.count))
        }
    }

    // MARK: The entry

    private func show(_ entry: HistoryEntry) {
        guard case .translation = entry else {
            return show(entry.id)
        }
        want(entry.id)
        update { $0.shown = HistoryScreen.Shown(entry: entry) }
    }

    private func show(_ id: HistorySession.ID) {
        want(id)
        Task { await load(id) }
    }

    private func want(_ id: HistorySession.ID) {
        leaveShown()
        seeking?.cancel()
        wanted = id
        Task { [history] in await history.stopPlayback() }
    }

    /// Stores the user's changes and ends editing.
    func leaveShown() {
        save()
        update { $0.shown?.isEditing = false }
    }

    private func forgetShown() {
        wanted = nil
        update { $0.shown = nil }
    }

    /// If the session has been removed, no entry is shown.
    private func load(_ id: HistorySession.ID) async {
        do throws(ArchiveError) {
            let records = try await history.records(of: id)
            let sound = await history.sound(of: records)
            guard wanted == id else {
                return
            }
            guard var session = records.first?.session else {
                return forgetShown()
            }
            wanted = session.id
            let document = TranscriptDocument(records)
            session.duration = document.duration
            session.isOpen = records.contains { $0.session.isOpen }
            update { screen in
                var shown = HistoryScreen.Shown(entry: .session(session), document: document)
                shown.map = HistoryWordMap(document.text, document.paragraphs.flatMap(\.words))
                shown.records = records
                shown.sound = sound
                shown.position = screen.shown?.entry.id == session.id ? screen.shown?.position : nil
                // The window becomes active, and the entry is loaded again, also when the popover of alternatives
                // opens. They stay open if the text is still the same.
                shown.asked = screen.shown?.document == document ? screen.shown?.asked : nil
                screen.shown = shown
            }
        } catch {
            view?.showToast(HistoryWording.message(error))
        }
    }

    private func lookAgain() async {
        guard let shown = screen.shown, !shown.isEditing, unsaved?.sessions != shown.sessions,
            case .session(let session) = shown.entry
        else {
            return
        }
        await load(session.id)
    }

    // MARK: Editing

    public func find(_ command: FindCommand) {
        let text = screen.shown?.text ?? ""
        update { $0.find.obey(command, in: text) }
    }

    public func edit(_ text: String) {
        guard let shown = screen.shown, shown.isEditing, case .session = shown.entry else {
            return
        }
        corrections.follow(shown.document?.language, from: shown.text, to: text) { [weak self] question in
            self?.view?.offerToRemember(question)
        }
        update { $0.shown?.edit(text) }
        unsaved = (shown.sessions, text)
        save()
    }

    public func rememberWord() {
        corrections.remember { [weak self] in self?.view?.showToast($0) }
    }

    /// If a text changes several times while one is being stored, only the latest is stored next. After a failure it
    /// waits for the next change, or until the user leaves it.
    private func save() {
        guard saving == nil, unsaved != nil else {
            return
        }
        saving = Task { [weak self, history] in
            while let (sessions, text) = self?.unsaved {
                self?.unsaved = nil
                do throws(ArchiveError) {
                    try await history.edit(sessions, text)
                } catch {
                    self?.view?.showToast(HistoryWording.message(error))
                    if self?.unsaved == nil {
                        self?.unsaved = (sessions, text)
                        break
                    }
                }
            }
            self?.saving = nil
        }
    }

    // MARK: What the user does in the list

    public func find(_ words: String) {
        update { screen in
            screen.words = words
            screen.limit = Self.portion
            screen.choosesAll = false
        }
        Task { await find() }
    }

    public func showMore() {
        guard screen.state.hasMore else {
            return
        }
        update { $0.limit += Self.portion }
        Task { await find() }
    }

    /// Shows an entry of the list, or selects it if entries are being selected.
    public func choose(_ id: HistoryViewState.Entry.ID) {
        guard let entry = entry(id) else {
            return
        }
        guard screen.isChoosing else {
            return show(entry)
        }
        update { screen in
            if screen.choosesAll {
                screen.choosesAll = false
                screen.chosen = Set(screen.entries.map(\.id))
            }
            if screen.chosen.remove(entry.id) == nil {
                screen.chosen.insert(entry.id)
            }
        }
    }

    /// The entry need not be in the list.
    public func showEntry(_ id: HistoryViewState.Entry.ID) {
        if let id = HistorySession.ID(uuidString: id) {
            show(id)
        }
    }

    public func goBack() {
        leaveShown()
        forgetShown()
        Task { [history] in await history.stopPlayback() }
    }

    // MARK: Removing

    public func setChoosing(_ isOn: Bool) {
        update { screen in
            screen.isChoosing = isOn
            screen.chosen = []
            screen.choosesAll = false
        }
    }

    /// Also selects matching entries that are not in the list.
    public func chooseAll() {
        update { $0.choosesAll = true }
    }

    public func removeChosen() {
        withChosen { [weak self] entries in self?.remove(entries) }
    }

    func withChosen(_ body: @escaping @MainActor ([HistoryEntry]) async -> Void) {
        let (words, choosesAll) = (screen.words, screen.choosesAll)
        let chosen = screen.entries.filter { screen.chosen.contains($0.id) }
        run { [history] () async throws(ArchiveError) in
            // Matching entries beyond the limit of the list are meant too.
            let entries = try await choosesAll ? history.entries(matching: words, limit: .max) : chosen
            await body(entries)
        }
    }

    public func removeShown() {
        if let shown = screen.shown {
            leaveShown()
            remove([shown.entry])
        }
    }

    /// Takes back what was last offered to be undone.
    public func undo() {
        let taken = offer
        offer = nil
        run { [weak self, history, files] () async throws(ArchiveError) in
            switch taken {
            case .removal: await self?.restore()
            case .replacement(let ids):
                for id in ids {
                    // The rest of the entry would be replaced afterwards.
                    let sessions = try await history.records(of: id).map(\.session.id)
                    await files?.cancelRepetition(of: sessions)
                    try await history.undoReplacement(of: id)
                }
            case nil: break
            }
            self?.offerReplacementUndo()
        }
    }

    /// If it fails, it is offered again.
    private func restore() async {
        do throws(ArchiveError) {
            try await history.restore()
        } catch {
            offer = .removal
            view?.offerUndo(HistoryWording.message(error))
        }
    }

    /// Makes a removal final. Call when the offer to undo has disappeared.
    public func forgetRemoved() {
        if offer == .removal {
            run { [history] () async throws(ArchiveError) in try await history.forgetRemoved() }
        }
        offer = nil
        offerReplacementUndo()
    }

    // MARK: The entry

    public func rename(to title: String) {
        guard case .session(let session) = screen.shown?.entry else {
            return
        }
        let title = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if title != session.title.revealed {
            run { [history] () async throws(ArchiveError) in try await history.rename(session.id, to: title) }
        }
    }

    public func setEditing(_ isOn: Bool) {
        guard screen.state.detail?.canEdit ?? false else {
            return
        }
        if isOn {
            Task { [history] in await history.stopPlayback() }
            update { $0.shown?.isEditing = true }
        } else {
            leaveShown()
            Task {
                // A text that cannot be stored stays in view.
                await saving?.value
                await find()
            }
        }
    }

    public func restoreText() {
        guard let shown = screen.shown, case .session = shown.entry else {
            return
        }
        leaveShown()
        run { [history] () async throws(ArchiveError) in try await history.edit(shown.sessions, nil) }
    }

    /// Offers alternatives to the word at a position, counted in Unicode scalars, or plays the recording from there.
    public func pressText(at position: Int) {
        if screen.shown?.canRead == true, screen.shown?.document?.doubtfulWord(at: position) != nil {
            return offerReadings(at: position)
        }
        guard let detail = screen.state.detail, detail.canPlay, !detail.isEditing, let shown = screen.shown,
            let seconds = shown.map.start(at: position)
        else {
            return
        }
        update { $0.shown?.position = nil }
        Task { [history] in await history.play(shown.entry.id, from: seconds) }
    }

    public func copy() {
        if let detail = screen.state.detail {
            view?.copyToClipboard(detail.translation ?? detail.text)
            view?.showToast(tr("Text copied"))
        }
    }

    public func openTranslator() {
        if case .translation(let exchange) = screen.shown?.entry {
            translator.show(exchange)
            view?.openTranslator()
        }
    }

    public func openPreferences() {
        view?.openPreferences(.privacy)
    }

    private func entry(_ id: HistoryViewState.Entry.ID) -> HistoryEntry? {
        screen.entries.first { $0.id.uuidString == id }
    }

    // MARK: Doubtful words

    /// The position is counted in Unicode scalars.
    public func offerReadings(at position: Int) {
        guard let shown = screen.shown, shown.canRead, let document = shown.document else {
            return
        }
        guard var asked = document.doubtfulWord(at: position) else {
            view?.showToast(ReadingWording.notDoubtful)
            return
        }
        asked.hasSound = shown.sound.isThere
        update { $0.shown?.asked = asked }
    }

    public func writeReading(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty, let shown = screen.shown, shown.canRead, let asked = shown.asked,
            var document = shown.document
        else {
            return
        }
        document.replaceWord(at: asked.index, with: words)
        update { $0.shown?.asked = nil }
        let changed = document.isEdited ? document.text : nil
        run { [history] () async throws(ArchiveError) in try await history.edit(shown.sessions, changed) }
        view?.showToast(ReadingWording.replaced(asked.word.bare, with: words))
    }

    public func playWord() {
        guard let shown = screen.shown, let asked = shown.asked else {
            return
        }
        Task { [history] in await history.play(shown.entry.id, from: asked.word.start) }
    }

    /// Call when the user closed the list without choosing an alternative.
    public func closeReadings() {
        update { $0.shown?.asked = nil }
    }
}

extension HistoryPresenter: HistoryServiceDelegate {
    public func historyService(_ service: HistoryService, didReport event: HistoryEvent) {
        switch event {
        case .changed:
            if isOpen {
                Task { await find() }
            }
        case .playback(let playback):
            follow(playback)
        case .repeating(let sessions):
            update { $0.repeating = sessions }
        case .replaced(let id):
            replaced.append(id)
            offerReplacementUndo()
        case .notReplaced(let failure):
            view?.showToast(HistoryWording.notReplaced(failure))
        case .failure(let error):
            if isOpen {
                view?.showToast(HistoryWording.message(error))
            }
        case .unplayable(let error):
            view?.showToast(tr("The recording could not be played: {reason}", ["reason": error.message.text]))
        case .noLoudspeaker(let error):
            view?.showToast(error.message.text)
        case .keeping, .captions, .soundFailure:
            break
        }
    }
}
