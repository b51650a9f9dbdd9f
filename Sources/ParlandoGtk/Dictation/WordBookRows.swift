import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Row whose buttons read a list from a file and write it to one.
@MainActor struct ListFileRow {
    let row: Element
    let importing = Button(label: tr("Import…"))
    let exporting = Button(label: tr("Export…"))
    let titles: (importing: String, exporting: String)
    /// Suggested name of an exported file.
    let name: String

    init(_ title: String, subtitle: String, titles: (importing: String, exporting: String), name: String) {
        self.titles = titles
        self.name = name + ".txt"
        row = .row(title, subtitle, suffixes: Box.suffix([importing, exporting]))
    }
}

/// Preference rows for the word book: words that the recogniser is told to expect, and replacement rules, such as “,”
/// for “comma”.
@MainActor struct WordBookRows {
    let punctuation = ToggleRow(
        tr("Spoken Punctuation"), subtitle: tr("Write “,” for “comma” and so on"))
    let lines = ToggleRow(
        tr("Spoken Line Breaks"), subtitle: tr("Begin a new line or paragraph when you say so"))
    let takeBack = ToggleRow(
        tr("Scratch That"), subtitle: tr("Remove what you said last when you say so after a pause"))
    let rules = EntryGroup(
        tr("Replacements"), description: tr("What to write instead of what you say"),
        icon: "edit-find-replace-symbolic", addLabel: tr("New Replacement"))
    let ruleFiles: RowGroup
    let ruleFile = ListFileRow(
        tr("List as a File"),
        subtitle: tr("One replacement a line: what you say, a tab or →, what to write. \\n begins a new line."),
        titles: (tr("Import Replacements"), tr("Export Replacements")), name: tr("Replacements"))
    let words = EntryGroup(
        tr("Words"), description: "", icon: "accessories-dictionary-symbolic", addLabel: tr("New Word"))
    let wordFiles: RowGroup
    let wordFile = ListFileRow(
        tr("Words as a File"), subtitle: tr("One word or phrase a line"),
        titles: (tr("Import Words"), tr("Export Words")), name: tr("Words"))
    let language = ChoiceRow(tr("Words For"))

    init() {
        ruleFiles = RowGroup("", [ruleFile.row])
        wordFiles = RowGroup(
            tr("Vocabulary"),
            description: tr(
                "Names and other words that are often misheard. They are written where they fit what was said."),
            [language, wordFile.row])
        wordFile.importing.setAccessibleLabel(tr("Import Words"))
        wordFile.exporting.setAccessibleLabel(tr("Export Words"))
    }

    func show(_ change: Change<WordBookState>) {
        change.on(\.shipped) { sets in
            punctuation.show(sets.contains(.punctuation))
            lines.show(sets.contains(.lines))
            takeBack.show(sets.contains(.takeBack))
        }
        change.on(\.rules) { show($0, in: rules, ruleFile) }
        change.on(\.note) { rules.reference.setGroupDescription($0) }
        language.show(change.new.languages, chosen: change.new.language)
        change.on(\.words) { show($0, in: words, wordFile) }
    }

    private func show(_ rows: [ListEntry], in group: EntryGroup, _ file: ListFileRow) {
        group.show(rows)
        file.exporting.isSensitive = !rows.isEmpty
    }
}

extension PreferencesWindow: WordBookView {
    func connect(_ rows: WordBookRows) {
        rows.punctuation.onChange { [weak self] isOn in self?.wordBookPresenter?.set(.punctuation, isOn: isOn) }
        rows.lines.onChange { [weak self] isOn in self?.wordBookPresenter?.set(.lines, isOn: isOn) }
        rows.takeBack.onChange { [weak self] isOn in self?.wordBookPresenter?.set(.takeBack, isOn: isOn) }
        rows.language.onChoose { [weak self] code in self?.wordBookPresenter?.chooseLanguage(code) }
        connect(rows.words, rows.wordFile, .words)
        connect(rows.rules, rows.ruleFile, .rules)
    }

    private func connect(_ group: EntryGroup, _ file: ListFileRow, _ list: WordList) {
        group.add.onClick { [weak self] in self?.wordBookPresenter?.add(to: list) }
        group.onEdit = { [weak self] id in self?.wordBookPresenter?.edit(id, in: list) }
        group.onRemove = { [weak self] entry in self?.wordBookPresenter?.remove(entry.id, from: list) }
        file.importing.onClick { [weak self] in self?.importList(list, file) }
        file.exporting.onClick { [weak self] in self?.exportList(list, file) }
    }

    private func importList(_ list: WordList, _ file: ListFileRow) {
        withFile {
            FileDialog.open(file.titles.importing, formats: [.text], over: $0)
        } body: { [weak self] path in
            self?.wordBookPresenter?.importList(list, from: path)
        }
    }

    private func exportList(_ list: WordList, _ file: ListFileRow) {
        withFile {
            FileDialog.save(file.titles.exporting, name: file.name, formats: [.text], over: $0)
        } body: { [weak self] path in
            self?.wordBookPresenter?.exportList(list, to: path)
        }
    }

    public func edit(_ form: WordForm) {
        guard let front else {
            return
        }
        let dialog = WordDialog(form, over: front)
        wordDialog = dialog
        dialog.present { [weak self] form in
            form.prompt != nil ? self?.serverPresenter?.savePrompt(form) : self?.wordBookPresenter?.save(form)
        }
    }
}

/// Dialog for a word or a replacement rule. Its owner must retain it for as long as it is open.
@MainActor final class WordDialog {
    private let rows: [Element]
    private let window: FormWindow
    private var form: WordForm

    init(_ form: WordForm, over widget: any Widget) {
        self.form = form
        let note = Label.note("caption", "dim-label", "form-problem")
        note.show(form.note)
        rows = form.fields.map { field in
            let row = Element(adw_entry_row_new())
            row.reference.setRowTitle(field.title)
            row.typed = field.text
            return row
        }
        window = FormWindow(form.title, [RowGroup("", rows), note], over: widget)
        showProblem()
    }

    /// Shows the dialog. `body` gets the form when the user saves it.
    func present(_ body: @escaping @MainActor (WordForm) -> Void) {
        window.save.onClick { [weak self] in self?.finish(body) }
        for row in rows {
            row.reference.connect("changed") { [weak self] in self?.didChange() }
            row.reference.connect("entry-activated") { [weak self] in self?.finish(body) }
        }
        window.present()
        rows.first?.grabFocus()
    }

    private func didChange() {
        for (index, row) in rows.enumerated() {
            form.fields[index].text = row.typed
        }
        showProblem()
    }

    private func showProblem() {
        window.show(problem: form.problem, canSave: form.canSave)
    }

    private func finish(_ body: (WordForm) -> Void) {
        guard form.canSave else {
            return
        }
        window.close()
        body(form)
    }
}
