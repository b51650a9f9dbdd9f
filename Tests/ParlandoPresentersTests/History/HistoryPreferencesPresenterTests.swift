import ParlandoCore
import ParlandoPresenters
import ParlandoServices
import ParlandoTestSupport
import Testing

/// What the preferences of the history ask before they delete something.
@MainActor @Suite(.timeLimit(.minutes(1))) struct HistoryPreferencesPresenterTests {
    @MainActor private final class SpyView: HistoryPreferencesView, ChangeWatching {
        let changes = Changes()
        var state = HistoryPreferencesState()
        /// Number of questions.
        var questions = 0
        /// Number of questions that had been answered when the state was rendered last.
        var answered = 0 { didSet { changes.happened() } }
        /// Whether the user confirms.
        var agrees = false

        func render(_ state: HistoryPreferencesState) {
            self.state = state
            answered = questions
        }

        func ask(_ question: PageQuestion) async -> Bool {
            questions += 1
            return agrees
        }
    }

    private let view = SpyView()
    private let store = FakePreferenceStore()
    private let presenter: HistoryPreferencesPresenter

    init() {
        presenter = HistoryPreferencesPresenter(view: view, store: store)
        presenter.activate()
    }

    private func change<Value: PreferenceValue>(_ path: KeyPath<Preferences, Value>, _ value: Value) {
        presenter.apply(PreferenceChange(path, value))
    }

    @Test func aSwitchThatDeletesAsksFirstAndIsSetBackIfTheUserDeclines() async {
        for path in [\Preferences.history.keepsDictations, \.history.keepsTerminal, \.history.keepsSound] {
            let before = view.questions
            view.agrees = false
            change(path, true)
            #expect(view.state.preferences[keyPath: path])
            #expect(view.questions == before)
            change(path, false)
            await view.nextChange { view.answered == before + 1 }
            #expect(view.state.preferences[keyPath: path])
            #expect(store.load()[keyPath: path])
            view.agrees = true
            change(path, false)
            await view.nextChange { !view.state.preferences[keyPath: path] }
            #expect(view.questions == before + 2)
            #expect(!store.load()[keyPath: path])
        }
    }

    @Test func onlyAShorterTimeAsks() async {
        view.agrees = true
        change(\.history.days, 90)
        await view.nextChange { view.state.preferences.history.days == 90 }
        #expect(view.questions == 1)
        change(\.history.days, 365)
        change(\.history.days, 0)
        #expect(view.state.preferences.history.days == 0)
        #expect(view.questions == 1)
        view.agrees = false
        change(\.history.days, 7)
        await view.nextChange { view.answered == 2 }
        #expect(view.state.preferences.history.days == 0)
    }
}
