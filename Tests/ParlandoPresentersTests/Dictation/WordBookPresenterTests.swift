import ParlandoCore
import ParlandoTestSupport
import Testing

@testable import ParlandoPresenters

/// The vocabulary and the replacement rules in the preferences.
@MainActor @Suite(.timeLimit(.minutes(1))) struct WordBookPresenterTests {
    private let view = SpyWordBookView()
    private let saver = FakeTextSaver()

    private func presenter(_ store: FakeWordBook) async -> WordBookPresenter {
        let presenter = WordBookPresenter(view: view, store: store, saver: saver)
        presenter.activate()
        await view.nextChange(until: { [view] in view.renders == 1 })
        return presenter
    }

    private func wait(_ condition: @escaping @MainActor (WordBookState) -> Bool) async {
        await view.nextChange(until: { [view] in condition(view.state) })
    }

    /// A form for a new word with this text.
    private func form(_ text: String) -> WordForm {
        var form = WordForm(word: nil)
        form.fields[0].text = text
        return form
    }

    @Test func rulesAreAddedChangedAndRemoved() async {
        let store = FakeWordBook([ReplacementRule("one", "1")])
        let presenter = await presenter(store)
        #expect(view.state.rules == [.init(id: "one", title: "one", subtitle: "→ 1")])
        presenter.add(to: .rules)
        var form = view.forms[0]
        #expect(!form.canSave && form.problem.isEmpty)
        form.fields[0].text = "go on"
        form.fields[1].text = "\\n"
        presenter.save(form)
        await wait { $0.rules.count == 2 }
        #expect(await store.load().replacements[1] == ReplacementRule("go on", "\n"))
        presenter.edit("go on", in: .rules)
        form = view.forms[1]
        #expect(form.fields[1].text == "\\n")
        form.fields[0].text = "further"
        presenter.save(form)
        await wait { $0.rules.map(\.id) == ["one", "further"] }
        presenter.remove("one", from: .rules)
        await wait { $0.rules.map(\.id) == ["further"] }
    }

    @Test func wordsAreAddedChangedAndRemovedByLanguage() async {
        let store = FakeWordBook([ReplacementRule("one", "1")])
        let presenter = await presenter(store)
        #expect(view.state.languages.prefix(2).map(\.id) == ["", "en"])
        presenter.add(to: .words)
        var form = view.forms[0]
        #expect(!form.canSave && form.problem.isEmpty)
        form.fields[0].text = "?"
        #expect(!form.canSave && !form.problem.isEmpty)
        form.fields[0].text = " Kuzminov "
        presenter.save(form)
        await wait { $0.words.map(\.id) == ["Kuzminov"] }
        presenter.edit("Kuzminov", in: .words)
        form = view.forms[1]
        form.fields[0].text = "Kuzmin"
        presenter.save(form)
        await wait { $0.words.map(\.id) == ["Kuzmin"] }
        presenter.chooseLanguage("ru")
        #expect(view.state.words.isEmpty)
        presenter.save(self.form("Ёжиков"))
        await wait { $0.words.map(\.id) == ["Ёжиков"] }
        #expect(await store.load().vocabulary.entries == ["": ["Kuzmin"], "ru": ["Ёжиков"]])
        #expect(await store.load().replacements.count == 1)
        presenter.remove("Ёжиков", from: .words)
        await wait { $0.words.isEmpty }
    }

    @Test func whatAFullListCannotTakeIsSaid() async {
        let rules = (0..<WordBook.mostReplacements).map { ReplacementRule("word \($0)", "x") }
        let presenter = await presenter(FakeWordBook(rules))
        presenter.add(to: .rules)
        var form = view.forms[0]
        form.fields[0].text = "go on"
        presenter.save(form)
        await view.nextChange(until: { [view] in !view.toasts.isEmpty })
        #expect(view.toasts == ["The list is full. 1 entry was not added."])
    }

    @Test func aFileOfRulesIsImportedWholeOrNotAtAll() async {
        let store = FakeWordBook(files: ["/good": "one\t1\ntwo → 2\n", "/bad": "three\t3\nfour 4\n"])
        let presenter = await presenter(store)
        presenter.importList(.rules, from: "/bad")
        await view.nextChange(until: { [view] in !view.toasts.isEmpty })
        #expect(view.toasts == ["Nothing was imported: line 2 has no tab or arrow (→)."])
        presenter.importList(.rules, from: "/good")
        await wait { $0.rules.count == 2 }
        #expect(view.toasts.last == "2 replacements imported")
        presenter.exportList(.rules, to: "/somewhere/list.txt")
        await view.nextChange(until: { [view] in view.toasts.last == "Saved as list.txt" })
        #expect(saver.saves.map(\.text) == ["one\t1\ntwo\t2\n"])
    }

    @Test func aFileOfWordsIsImportedWholeOrNotAtAll() async {
        let store = FakeWordBook(files: ["/good": "Kuzminov\nAda  Lovelace\n", "/bad": "three\n!?\n"])
        let presenter = await presenter(store)
        presenter.importList(.words, from: "/bad")
        await view.nextChange(until: { [view] in !view.toasts.isEmpty })
        #expect(view.toasts == ["Nothing was imported: line 2 is not a word, or is too long."])
        presenter.importList(.words, from: "/good")
        await wait { $0.words.count == 2 }
        #expect(view.toasts.last == "2 words imported")
        presenter.exportList(.words, to: "/somewhere/list.txt")
        await view.nextChange(until: { [view] in view.toasts.last == "Saved as list.txt" })
        #expect(saver.saves.map(\.text) == ["Kuzminov\nAda Lovelace\n"])
    }

    @Test func aShippedSetIsOffUntilItIsChosen() async {
        let store = FakeWordBook()
        let presenter = await presenter(store)
        #expect(view.state.shipped == [])
        presenter.set(.punctuation, isOn: true)
        await wait { $0.shipped == [.punctuation] }
        #expect(await store.load().shipped == [.punctuation])
    }

    @Test func whatCannotBeKeptIsSaidAndNotShown() async {
        let presenter = await presenter(FakeWordBook(error: TextSaveError(.diskFull)))
        presenter.set(.lines, isOn: true)
        await view.nextChange(until: { [view] in view.renders == 2 })
        presenter.save(form("Kuzminov"))
        await view.nextChange(until: { [view] in view.renders == 3 })
        let sentence = "The list was not saved because the disk is full."
        #expect(view.toasts == [sentence, sentence])
        #expect(view.state.shipped == [] && view.state.words.isEmpty)
    }

    @Test func changesOfBothListsAreKept() async {
        let store = FakeWordBook()
        let presenter = await presenter(store)
        presenter.set(.lines, isOn: true)
        presenter.save(form("Kuzminov"))
        await wait { $0.words.map(\.id) == ["Kuzminov"] }
        #expect(await store.load().shipped == [.lines])
        #expect(await store.load().vocabulary.entries == ["": ["Kuzminov"]])
    }

    @Test func whatAnotherProgramSavesAtTheSameMomentStays() async {
        let store = FakeWordBook()
        let presenter = await presenter(store)
        var other = WordBook()
        other.add([ReplacementRule("one", "1")])
        await store.meanwhile(other)
        presenter.save(form("Kuzminov"))
        await wait { $0.words.map(\.id) == ["Kuzminov"] && $0.rules.map(\.id) == ["one"] }
        #expect(await store.load().replacements == other.replacements)
    }

    @Test func aDamagedListIsSaid() async {
        _ = await presenter(FakeWordBook(copy: "/data/words.json.damaged"))
        #expect(view.state.note.contains("/data/words.json.damaged"))
    }
}

@MainActor final class SpyWordBookView: WordBookView, ChangeWatching {
    let changes = Changes()
    private(set) var state = WordBookState()
    private(set) var renders = 0
    private(set) var forms: [WordForm] = []
    private(set) var toasts: [String] = []

    func render(_ state: WordBookState) {
        self.state = state
        renders += 1
        changes.happened()
    }

    func edit(_ form: WordForm) {
        forms.append(form)
    }

    func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }
}
