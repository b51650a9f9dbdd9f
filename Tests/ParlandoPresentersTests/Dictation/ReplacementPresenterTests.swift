import ParlandoCore
import ParlandoPresenters
import ParlandoTestSupport
import Testing

/// The replacement rules in the preferences.
@MainActor @Suite(.timeLimit(.minutes(1))) struct ReplacementPresenterTests {
    private let view = SpyReplacementView()
    private let saver = FakeTextSaver()

    private func presenter(_ store: FakeWordBook) async -> ReplacementPresenter {
        let presenter = ReplacementPresenter(view: view, words: WordBookEditor(store: store), saver: saver)
        presenter.activate()
        await view.nextChange(until: { [view] in view.state != nil })
        return presenter
    }

    private func wait(_ condition: @escaping @MainActor (ReplacementState) -> Bool) async {
        await view.nextChange(until: { [view] in view.state.map(condition) ?? false })
    }

    @Test func rulesAreAddedChangedAndRemoved() async {
        let store = FakeWordBook([ReplacementRule("one", "1")])
        let presenter = await presenter(store)
        #expect(view.state?.rows == [.init(id: "one", title: "one", subtitle: "→ 1")])
        presenter.add()
        var form = view.forms[0]
        #expect(form.rule == nil && form.problem.isEmpty)
        form.spoken = "go on"
        form.written = "\\n"
        presenter.save(form)
        await wait { $0.rows.count == 2 }
        #expect(await store.load().replacements[1] == ReplacementRule("go on", "\n"))
        presenter.edit("go on")
        form = view.forms[1]
        #expect(form.written == "\\n")
        form.spoken = "further"
        presenter.save(form)
        await wait { $0.rows.map(\.id) == ["one", "further"] }
        presenter.remove("one")
        await wait { $0.rows.map(\.id) == ["further"] }
    }

    @Test func aFileIsImportedWholeOrNotAtAll() async {
        let store = FakeWordBook(files: ["/good": "one\t1\ntwo → 2\n", "/bad": "three\t3\nfour 4\n"])
        let presenter = await presenter(store)
        presenter.importRules(from: "/bad")
        await view.nextChange(until: { [view] in !view.toasts.isEmpty })
        #expect(view.toasts == ["Nothing was imported: line 2 has no tab or arrow (→)."])
        presenter.importRules(from: "/good")
        await wait { $0.rows.count == 2 }
        #expect(view.toasts.last == "2 replacements imported")
        presenter.exportRules(to: "/somewhere/list.txt")
        await view.nextChange(until: { [view] in view.toasts.last == "Saved as list.txt" })
        #expect(saver.saves.map(\.text) == ["one\t1\ntwo\t2\n"])
    }

    @Test func aShippedSetIsOffUntilItIsChosen() async {
        let store = FakeWordBook()
        let presenter = await presenter(store)
        #expect(view.state?.shipped == [])
        presenter.set(.punctuation, isOn: true)
        await wait { $0.shipped == [.punctuation] }
        #expect(await store.load().shipped == [.punctuation])
    }

    @Test func whatCannotBeKeptIsSaidAndNotShown() async {
        let presenter = await presenter(FakeWordBook(error: TextSaveError(.diskFull)))
        presenter.set(.lines, isOn: true)
        await view.nextChange(until: { [view] in view.renders == 2 })
        #expect(view.toasts == ["The list was not saved because the disk is full."])
        #expect(view.state?.shipped == [])
    }

    @Test func aDamagedListIsSaid() async {
        _ = await presenter(FakeWordBook(copy: "/data/words.json.damaged"))
        #expect(view.state?.note.contains("/data/words.json.damaged") == true)
    }
}

@MainActor final class SpyReplacementView: ReplacementView, ChangeWatching {
    let changes = Changes()
    private(set) var state: ReplacementState?
    private(set) var renders = 0
    private(set) var forms: [ReplacementForm] = []
    private(set) var toasts: [String] = []

    func render(_ state: ReplacementState) {
        self.state = state
        renders += 1
        changes.happened()
    }

    func edit(_ form: ReplacementForm) {
        forms.append(form)
    }

    func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }
}
