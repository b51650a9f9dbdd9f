import Foundation
import ParlandoCore
import ParlandoTestSupport

@testable import ParlandoPresenters

/// Practice book in memory, which fails if a test wants it to.
actor FakePracticeBook: PracticeBookStore {
    private(set) var stored: PracticeBook
    private(set) var saves = 0
    private var error: TextSaveError?
    private var readError: PracticeBookError?
    private var other: PracticeBook?
    private let files: [String: PracticeBook]

    init(_ book: PracticeBook = PracticeBook(), files: [String: PracticeBook] = [:]) {
        stored = book
        self.files = files
    }

    func fail(_ error: TextSaveError?) {
        self.error = error
    }

    func failReading(_ error: PracticeBookError?) {
        readError = error
    }

    func book() throws(PracticeBookError) -> PracticeBook {
        if let readError {
            throw readError
        }
        return stored
    }

    /// Another program saves this just before the next save.
    func meanwhile(_ book: PracticeBook) {
        other = book
    }

    func save(_ book: PracticeBook, over old: PracticeBook) throws(TextSaveError) -> Bool {
        if let error {
            throw error
        }
        stored = other ?? stored
        other = nil
        guard stored == old else {
            return false
        }
        saves += 1
        stored = book
        return true
    }

    func book(at path: String) throws(PracticeBookError) -> PracticeBook {
        guard let book = files[path] else {
            throw .damaged
        }
        return book
    }
}

/// Scores by their paths.
struct FakeScores: ScoreReading {
    var scores: [String: ImportedRhythm] = [:]
    var error = ScoreError.notMusicXML

    func rhythm(at path: String) async throws(ScoreError) -> ImportedRhythm {
        guard let rhythm = scores[path] else {
            throw error
        }
        return rhythm
    }
}

@MainActor final class SpyPracticeBookView: PracticeBookView, ViewKeeping {
    let log = ViewLog(PracticeBookState())
    private(set) var forms: [WordForm] = []
    private(set) var questions: [PageQuestion] = []
    /// What is not to be removed.
    var kept = ""
    private(set) var closes = 0

    func ask(_ form: WordForm) {
        forms.append(form)
    }

    func ask(_ question: PageQuestion) async -> Bool {
        questions.append(question)
        return question.text != kept
    }

    func close() {
        closes += 1
    }
}

/// The window of saved exercises over the rhythm page.
@MainActor struct PracticeBookStage {
    let rhythm: RhythmStage
    let view = SpyPracticeBookView()
    let saver = FakeTextSaver()
    let presenter: PracticeBookPresenter

    init(
        _ book: PracticeBook = PracticeBook(), files: [String: PracticeBook] = [:], scores: FakeScores = FakeScores(),
        _ change: (inout RhythmPreferences) -> Void = { _ in }
    ) async {
        rhythm = RhythmStage(book: FakePracticeBook(book, files: files), change)
        presenter = PracticeBookPresenter(view: view, page: rhythm.presenter, scores: scores, saver: saver)
        presenter.open()
        await view.nextChange(until: { [view] in !view.states.isEmpty })
    }

    /// The window as it is made again, with what is stored.
    func nextStart() -> PracticeBookPresenter {
        PracticeBookPresenter(view: view, page: rhythm.presenter, scores: FakeScores(), saver: saver)
    }

    /// As if some exercises of the first set had been started.
    func play(started: Int) {
        if let id = state.sets.first.flatMap({ UUID(uuidString: $0.id) }) {
            rhythm.presenter.update { $0.set = (id, started) }
        }
    }

    var state: PracticeBookState {
        view.state
    }

    func wait(_ condition: @escaping @MainActor (PracticeBookState) -> Bool) async {
        await view.nextChange(until: { [view] in condition(view.state) })
    }

    func waitForToast(_ text: String) async {
        await view.nextChange(until: { [view] in view.toasts.last == text })
    }

    /// Answers the question for a name.
    func answer(_ name: String) {
        guard var form = view.forms.last else {
            return
        }
        form.fields[0].text = name
        presenter.save(form)
    }

    static func exercise(_ name: String, _ change: (inout RhythmPreferences) -> Void = { _ in }) -> SavedExercise {
        var settings = RhythmPreferences()
        change(&settings)
        return SavedExercise(name: name, settings: settings)
    }

    /// A set of all these exercises.
    static func book(_ exercises: SavedExercise..., set: String = "Song 1") -> PracticeBook {
        var book = PracticeBook()
        exercises.forEach { book.put($0) }
        book.put(PracticeSet(name: set, exercises: exercises.map(\.id)))
        return book
    }
}
