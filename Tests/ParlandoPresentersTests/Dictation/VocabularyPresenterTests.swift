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
        presenter.vocabularyViewDidPressAdd(view)
        var form = view.forms[0]
        #expect(form.entry == nil && form.problem.isEmpty)
        form.text = "?"
        #expect(form.entry == nil && !form.problem.isEmpty)
        form.text = " Kuzminov "
        presenter.vocabularyView(view, didSave: form)
        await wait { $0.entries == ["Kuzminov"] }
        presenter.vocabularyView(view, didPressEdit: "Kuzminov")
        form = view.forms[1]
        form.text = "Kuzmin"
        presenter.vocabularyView(view, didSave: form)
        await wait { $0.entries == ["Kuzmin"] }
        presenter.vocabularyView(view, didChooseLanguage: "ru")
        #expect(view.state?.entries == [])
        #expect(view.state?.canExport == false)
        presenter.vocabularyView(view, didSave: VocabularyForm().filled("Ёжиков"))
        await wait { $0.entries == ["Ёжиков"] }
        #expect(await store.load().vocabulary.entries == ["": ["Kuzmin"], "ru": ["Ёжиков"]])
        #expect(await store.load().replacements.count == 1)
        presenter.vocabularyView(view, didRemove: "Ёжиков")
        await wait { $0.entries.isEmpty }
    }

    @Test func aFileIsImportedWholeOrNotAtAll() async {
        let store = FakeWordBook(files: ["/good": "Kuzminov\nAda  Lovelace\n", "/bad": "three\n!?\n"])
        let presenter = await presenter(store)
        presenter.vocabularyView(view, didImport: "/bad")
        await view.nextChange(until: { [view] in !view.toasts.isEmpty })
        #expect(view.toasts == ["Nothing was imported: line 2 is no word, or too long."])
        presenter.vocabularyView(view, didImport: "/good")
        await wait { $0.entries.count == 2 }
        #expect(view.toasts.last == "2 words imported")
        presenter.vocabularyView(view, didExport: "/somewhere/list.txt")
        await view.nextChange(until: { [view] in view.toasts.last == "Saved as list.txt" })
        #expect(saver.saves.map(\.text) == ["Kuzminov\nAda Lovelace\n"])
    }

    @Test func whatCannotBeKeptIsSaidAndNotShown() async {
        let presenter = await presenter(FakeWordBook(error: TextSaveError(.diskFull)))
        presenter.vocabularyView(view, didSave: VocabularyForm().filled("Kuzminov"))
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
        replacements.replacementView(other, didSet: .lines, isOn: true)
        vocabulary.vocabularyView(view, didSave: VocabularyForm().filled("Kuzminov"))
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
    weak var vocabularyDelegate: (any VocabularyViewDelegate)?
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
