import ParlandoCore
import ParlandoPresenters
import ParlandoTestSupport
import Testing

/// The vocabulary in the preferences.
@MainActor @Suite(.timeLimit(.minutes(1))) struct VocabularyPresenterTests {
    private let view = SpyVocabularyView()
    private let saver = FakeTextSaver()

    private func presenter(_ store: FakeWordBook) async -> VocabularyPresenter {
        let presenter = VocabularyPresenter(view: view, words: WordBookEditor(store: store), saver: saver)
        presenter.activate()
        await view.nextChange(until: { [view] in view.state != nil })
        return presenter
    }

    private func wait(_ condition: @escaping @MainActor (VocabularyState) -> Bool) async {
        await view.nextChange(until: { [view] in view.state.map(condition) ?? false })
    }

    @Test func wordsAreAddedChangedAndRemovedByLanguage() async {
        let store = FakeWordBook([ReplacementRule("one", "1")])
        let presenter = await presenter(store)
        #expect(view.state?.languages.prefix(2).map(\.id) == ["", "en"])
        presenter.add()
        var form = view.forms[0]
        #expect(form.entry == nil && form.problem.isEmpty)
        form.text = "?"
        #expect(form.entry == nil && !form.problem.isEmpty)
        form.text = " Kuzminov "
        presenter.save(form)
        await wait { $0.entries == ["Kuzminov"] }
        presenter.edit("Kuzminov")
        form = view.forms[1]
        form.text = "Kuzmin"
        presenter.save(form)
        await wait { $0.entries == ["Kuzmin"] }
        presenter.chooseLanguage("ru")
        #expect(view.state?.entries == [])
        #expect(view.state?.canExport == false)
        presenter.save(VocabularyForm().filled("Ёжиков"))
        await wait { $0.entries == ["Ёжиков"] }
        #expect(await store.load().vocabulary.entries == ["": ["Kuzmin"], "ru": ["Ёжиков"]])
        #expect(await store.load().replacements.count == 1)
        presenter.remove("Ёжиков")
        await wait { $0.entries.isEmpty }
    }

    @Test func aFileIsImportedWholeOrNotAtAll() async {
        let store = FakeWordBook(files: ["/good": "Kuzminov\nAda  Lovelace\n", "/bad": "three\n!?\n"])
        let presenter = await presenter(store)
        presenter.importWords(from: "/bad")
        await view.nextChange(until: { [view] in !view.toasts.isEmpty })
        #expect(view.toasts == ["Nothing was imported: line 2 is no word, or too long."])
        presenter.importWords(from: "/good")
        await wait { $0.entries.count == 2 }
        #expect(view.toasts.last == "2 words imported")
        presenter.exportWords(to: "/somewhere/list.txt")
        await view.nextChange(until: { [view] in view.toasts.last == "Saved as list.txt" })
        #expect(saver.saves.map(\.text) == ["Kuzminov\nAda Lovelace\n"])
    }

    @Test func whatCannotBeKeptIsSaidAndNotShown() async {
        let presenter = await presenter(FakeWordBook(error: TextSaveError(.diskFull)))
        presenter.save(VocabularyForm().filled("Kuzminov"))
        await view.nextChange(until: { [view] in !view.toasts.isEmpty })
        #expect(view.toasts == ["The list was not saved because the disk is full."])
        #expect(view.state?.entries == [])
    }

    @Test func changesOfBothListsAreKept() async {
        let store = FakeWordBook()
        let editor = WordBookEditor(store: store)
        let vocabulary = VocabularyPresenter(view: view, words: editor, saver: saver)
        let other = SpyReplacementView()
        let replacements = ReplacementPresenter(view: other, words: editor, saver: saver)
        vocabulary.activate()
        replacements.activate()
        await wait { _ in true }
        replacements.set(.lines, isOn: true)
        vocabulary.save(VocabularyForm().filled("Kuzminov"))
        await wait { $0.entries == ["Kuzminov"] }
        #expect(await store.load().shipped == [.lines])
        #expect(await store.load().vocabulary.entries == ["": ["Kuzminov"]])
    }
}

extension VocabularyForm {
    /// A form for a new word with this text.
    fileprivate func filled(_ text: String) -> VocabularyForm {
        var form = VocabularyForm()
        form.text = text
        return form
    }
}

@MainActor private final class SpyVocabularyView: VocabularyView, ChangeWatching {
    let changes = Changes()
    private(set) var state: VocabularyState?
    private(set) var forms: [VocabularyForm] = []
    private(set) var toasts: [String] = []

    func render(_ state: VocabularyState) {
        self.state = state
        changes.happened()
    }

    func edit(_ form: VocabularyForm) {
        forms.append(form)
    }

    func showToast(_ text: String) {
        toasts.append(text)
        changes.happened()
    }
}
