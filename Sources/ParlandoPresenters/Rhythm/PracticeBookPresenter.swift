import Foundation
public import ParlandoCore
import ParlandoServices

public struct PracticeBookState: Sendable, Equatable {
    public enum Page: String, Sendable {
        case list
        case set
        case writer
    }

    public var page = Page.list
    /// What exercises are for, or what an import left out.
    public var note = ""
    public var exercises: [ListEntry] = []
    public var sets: [ListEntry] = []
    /// Of the open set.
    public var title = ""
    public var members: [ListEntry] = []
    public var draft: RhythmDraft?
    /// Starts or stops what is written.
    public var hearLabel = ""
    public var canHear = false
}

/// The window of saved exercises and sets.
@MainActor public protocol PracticeBookView: AnyObject {
    func render(_ state: PracticeBookState)
    /// For a name. The view passes the form to the presenter's `save`.
    func ask(_ form: WordForm)
    func ask(_ question: PageQuestion) async -> Bool
    func showToast(_ text: String)
    func close()
}

/// Lets the user save exercises, arrange them in sets, and write or import rhythms. A change that cannot be saved is not
/// made.
@MainActor public final class PracticeBookPresenter {
    private weak var view: (any PracticeBookView)?
    private weak var page: RhythmPresenter?
    private let scores: any ScoreReading
    private let saver: any TextSaver
    private var note = ""
    private var set: PracticeSet.ID?
    private var isWriting = false
    /// Stays when its page is left or the program ends, until it is used or the user lets it go.
    private var draft: RhythmDraft? {
        didSet { page?.keep(draft?.kept ?? []) }
    }
    /// Puts in what the open form names; returns false if there is no room.
    private var put: (@MainActor (inout PracticeBook, String) -> Bool)?
    /// The most recent command. The next one waits until it has ended.
    private var work: Task<Void, Never>?
    /// Id of the exercise that the change under way adds; it counts as opened.
    private var made: UUID?

    /// - Parameter page: plays, and has the settings.
    public init(
        view: any PracticeBookView, page: RhythmPresenter, scores: any ScoreReading, saver: any TextSaver
    ) {
        (self.view, self.page) = (view, page)
        (self.scores, self.saver) = (scores, saver)
        page.onHearing = { [weak self] in self?.render() }
    }

    private var book: PracticeBook {
        page?.screen.saved.book ?? PracticeBook()
    }

    /// Call when the window is shown.
    public func open() {
        note = tr("Each is opened with all its settings")
        change { _ in true }
    }

    /// Leaves a page for the list, and stops a rhythm that is heard. Returns false if the list was shown.
    @discardableResult public func goBack() -> Bool {
        let isLeaving = isWriting || set != nil
        if isWriting {
            page?.stopHearing()
        }
        (isWriting, set) = (false, nil)
        render()
        return isLeaving
    }

    private func render() {
        let open = book.sets.first { $0.id == set }
        set = open?.id
        var state = PracticeBookState()
        state.page = isWriting ? .writer : open != nil ? .set : .list
        state.note = note
        state.exercises = book.exercises.map(entry)
        state.sets = book.sets.map {
            .init(id: $0.id.uuidString, title: $0.name, subtitle: PracticeWording.exercises($0.exercises.count))
        }
        state.title = open?.name ?? ""
        state.members = open.map { book.exercises(in: $0).map(entry) } ?? []
        state.draft = isWriting ? draft : nil
        let isHearing = page?.screen.isHearing == true
        state.hearLabel = isHearing ? tr("Stop") : tr("Hear It")
        state.canHear = isHearing || draft?.canUse == true
        view?.render(state)
    }

    private func entry(_ exercise: SavedExercise) -> ListEntry {
        .init(id: exercise.id.uuidString, title: exercise.name, subtitle: PracticeWording.summary(exercise.settings))
    }

    /// Says what the command returns, or why it failed; nothing if that is empty.
    private func perform(_ command: @escaping @MainActor (RhythmPresenter) async throws -> String) {
        work = Task { [work, weak page] in
            await work?.value
            guard let page else {
                return
            }
            var message: String
            do {
                message = try await command(page)
            } catch {
                message = PracticeWording.message(error)
            }
            render()
            if !message.isEmpty {
                view?.showToast(message)
            }
        }
    }

    /// - Parameter change: returns false if not everything had room.
    private func change(
        saying message: String = "", _ change: @escaping @MainActor (inout PracticeBook) -> Bool
    ) {
        perform { [self] page in try await self.change(page, saying: message, change) }
    }

    private func change(
        _ page: RhythmPresenter, saying message: String = "", _ change: (inout PracticeBook) -> Bool
    ) async throws -> String {
        let book = try await page.readBook()
        var changed = book
        made = nil
        let isWhole = change(&changed)
        if changed != book {
            guard try await page.books.save(changed, over: book) else {
                return try await self.change(page, saying: message, change)
            }
        }
        page.update { screen in
            screen.saved.book = changed
            screen.saved.opened = made ?? screen.saved.opened
        }
        return isWhole ? message : tr("There is no room for more.")
    }
}

extension PracticeBookPresenter {
    public func saveExercise() {
        guard let screen = page?.screen else {
            return
        }
        let settings = screen.choices
        let summary = screen.offered?.summary ?? RhythmWording.title(of: RhythmInput.none)
        ask(tr("Save This Exercise"), summary) { [weak self] book, name in
            let exercise = SavedExercise(name: name, settings: settings)
            let hasRoom = book.put(exercise)
            self?.made = hasRoom ? exercise.id : nil
            return hasRoom
        }
    }

    public func addSet() {
        ask(tr("New Set"), "") { $0.put(PracticeSet(name: $1)) }
    }

    public func rename(_ id: String) {
        if let (uuid, name, isSet) = named(id) {
            ask(isSet ? tr("Rename Set") : tr("Rename Exercise"), name) { book, name in
                book.rename(uuid, to: name)
                return true
            }
        }
    }

    private func exercise(_ id: String) -> SavedExercise? {
        book.exercises.first { $0.id.uuidString == id }
    }

    private func named(_ id: String) -> (id: UUID, name: String, isSet: Bool)? {
        exercise(id).map { ($0.id, $0.name, false) }
            ?? book.sets.first { $0.id.uuidString == id }.map { ($0.id, $0.name, true) }
    }

    private func ask(
        _ title: String, _ name: String, put: @escaping @MainActor (inout PracticeBook, String) -> Bool
    ) {
        self.put = put
        view?.ask(WordForm(name: name, title: title))
    }

    public func save(_ form: WordForm) {
        if let name = form.word, let put {
            change { put(&$0, name) }
        }
    }

    public func remove(_ id: String) {
        guard let (uuid, name, isSet) = named(id) else {
            return
        }
        let title = isSet ? tr("Remove Set?") : tr("Remove Exercise?")
        Task {
            if await view?.ask(PageQuestion(title, name, goOn: tr("Remove"), isLoss: true)) == true {
                let played = page?.screen.set?.id
                arrange(played, then: { $0.remove(uuid) }) { members in members.removeAll { $0.element == uuid } }
            }
        }
    }

    public func openExercise(_ id: String) {
        if let exercise = exercise(id) {
            replaceOwn(by: [exercise]) {
                $0.view?.close()
                $0.page?.afterEnd { $0.open(exercise) }
            }
        }
    }

    public func openSet(_ id: String) {
        set = UUID(uuidString: id)
        render()
    }

    public func playSet() {
        if let set = book.sets.first(where: { $0.id == set }) {
            replaceOwn(by: book.exercises(in: set)) {
                $0.view?.close()
                $0.page?.play(set)
            }
        }
    }

    /// Asks before an exercise with a rhythm replaces the user's, if that is not in the book.
    private func replaceOwn(
        by exercises: [SavedExercise], _ open: @escaping @MainActor (PracticeBookPresenter) -> Void
    ) {
        let own = page?.screen.own?.text ?? ""
        let isKept = own.isEmpty || book.exercises.contains { $0.settings.ownRhythm == own }
        guard !isKept, exercises.contains(where: { !$0.settings.ownRhythm.isEmpty }) else {
            return open(self)
        }
        Task {
            if await view?.ask(PracticeWording.replacing) == true {
                open(self)
            }
        }
    }

    public func add(_ id: String) {
        if let member = UUID(uuidString: id) {
            arrange(set) { $0.append((offset: $0.count, element: member)) }
        }
    }

    /// - Parameter place: nil takes it out of the set.
    public func move(_ index: Int, to place: Int?) {
        arrange(set) { members in
            if members.indices.contains(index), place.map(members.indices.contains) ?? true {
                let member = members.remove(at: index)
                place.map { members.insert(member, at: $0) }
            }
        }
    }

    /// Changes a set, and what else is to be changed with it. Next goes on from the exercise that was played.
    /// - Parameter arrange: gets the members with the places that they have.
    private func arrange(
        _ set: PracticeSet.ID?, then finish: @escaping @MainActor (inout PracticeBook) -> Void = { _ in },
        _ arrange: @escaping @MainActor (inout [(offset: Int, element: SavedExercise.ID)]) -> Void
    ) {
        perform { [self] page in
            var members: [(offset: Int, element: SavedExercise.ID)] = []
            let message = try await change(page) { book in
                var isWhole = true
                if var open = book.sets.first(where: { $0.id == set }) {
                    members = Array(open.exercises.enumerated())
                    arrange(&members)
                    open.exercises = members.map(\.element)
                    isWhole = book.put(open) && members.count <= PracticeBook.longestSet
                }
                finish(&book)
                return isWhole
            }
            page.keepPlace(in: set, members.map(\.offset))
            return message
        }
    }
}

/// Rhythms and files.
extension PracticeBookPresenter {
    /// Asks before what was written from another rhythm is lost. Who keeps it goes on with it.
    public func openWriter() {
        // That of an earlier start; none if the preferences were reset since.
        if let kept = page?.screen.preferences.rhythmDraft, kept != draft?.kept ?? [] {
            draft = RhythmDraft(kept: kept)
        }
        guard let source = draft?.source, draft?.kept.isEmpty == false, source != page?.screen.choices.ownRhythm else {
            return write()
        }
        Task {
            // It may have been used meanwhile.
            if await view?.ask(PracticeWording.discarding) == true || draft == nil {
                return write()
            }
            isWriting = true
            render()
        }
    }

    private func write() {
        if let choices = page?.screen.choices {
            let kept = draft?.source == choices.ownRhythm ? draft : nil
            var writing = kept ?? RhythmDraft(text: choices.ownRhythm, meter: choices.meter)
            writing.meter = writing.elements.isEmpty ? choices.meter : writing.meter
            (draft, isWriting) = (writing, true)
            render()
        }
    }

    /// What is written is divided into other bars.
    public func chooseMeter(_ id: String) {
        if let meter = Meter(rawValue: id) {
            draft?.meter = meter
            render()
        }
    }

    /// Returns whether the key means something (`RhythmDraft`).
    public func type(_ key: String) -> Bool {
        guard isWriting, draft?.type(key) == true else {
            return false
        }
        render()
        return true
    }

    public func hear() {
        if let page, let draft {
            page.hear(draft.exercise(page.screen.choices.swingOfPairs))
        }
    }

    public func useRhythm() {
        if let page, let used = draft {
            // Stops what is heard.
            view?.close()
            page.afterEnd { [weak self] page in
                page.open { $0.play(used.rhythm) }
                // It may have been written on meanwhile.
                if let self, draft == used {
                    draft = nil
                    isWriting ? write() : ()
                }
            }
        }
    }

    public func importScore(from path: String) {
        perform { [self] page in
            let rhythm = try await scores.rhythm(at: path)
            let name = rhythm.title.isEmpty ? PathBytes.base(of: PathBytes.displayName(of: path)) : rhythm.title
            note = PracticeWording.omitted(rhythm.omitted)
            var settings = page.screen.choices
            settings.play(rhythm)
            return try await change(page, saying: tr("Imported")) { [settings] in
                $0.put(SavedExercise(name: name, settings: settings))
            }
        }
    }

    public func importBook(from path: String) {
        perform { [self] page in
            let imported = try await page.books.book(at: path)
            return try await change(page, saying: tr("Imported")) { $0.merge(imported) }
        }
    }

    public func exportBook(to path: String) {
        perform { [self] page in
            try await saver.save(page.readBook().text, to: path)
            return tr("Saved as {name}", ["name": PathBytes.displayName(of: path)])
        }
    }
}

extension RhythmPreferences {
    /// Makes a rhythm the user's own, and the exercise. A long one is repeated as a whole.
    fileprivate mutating func play(_ rhythm: ImportedRhythm) {
        choose(rhythm.meter)
        (ownRhythm, source) = (rhythm.pattern.text, .own)
        bars = rhythm.bars > RhythmDraft.mostBars ? 0 : rhythm.bars
        beatsPerMinute = rhythm.tempo?.beatsPerMinute ?? beatsPerMinute
    }
}
