import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Shows and edits the vocabulary, the words that the recogniser is told to expect, in the preferences window.
extension PreferencesWindow: VocabularyView {
    func connect(_ rows: VocabularyRows) {
        rows.words.onAdd { [weak self] in self?.vocabularyPresenter?.add() }
        rows.words.onEdit { [weak self] entry in self?.vocabularyPresenter?.edit(entry) }
        rows.words.onRemove { [weak self] entry in self?.vocabularyPresenter?.remove(entry.id) }
        rows.connect { [weak self] code in
            self?.vocabularyPresenter?.chooseLanguage(code)
        } onImport: { [weak self] in
            self?.importWords()
        } onExport: { [weak self] in
            self?.exportWords()
        }
    }

    private func importWords() {
        chooseList(Self.importDialog) { [weak self] path in self?.vocabularyPresenter?.importWords(from: path) }
    }

    private func exportWords() {
        chooseList(Self.exportDialog) { [weak self] path in self?.vocabularyPresenter?.exportWords(to: path) }
    }

    public func edit(_ form: VocabularyForm) {
        guard let front else {
            return
        }
        let dialog = VocabularyDialog(form, over: front)
        vocabularyDialog = dialog
        dialog.present { [weak self] form in self?.vocabularyPresenter?.save(form) }
    }

    private static func importDialog(over widget: any Widget) -> FileDialog {
        .open(tr("Import Words"), accept: tr("_Open"), formats: listFormats, over: widget)
    }

    private static func exportDialog(over widget: any Widget) -> FileDialog {
        .save(
            tr("Export Words"), accept: tr("_Save"), name: tr("Words") + ".txt", formats: listFormats, over: widget)
    }
}
