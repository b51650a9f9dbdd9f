import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Shows and edits the vocabulary, the words that the recogniser is told to expect, in the preferences window.
extension PreferencesWindow: VocabularyView {
    func connect(_ rows: VocabularyRows) {
        rows.words.onAdd { [weak self] in self?.tell { $1.vocabularyViewDidPressAdd($0) } }
        rows.words.onEdit { [weak self] entry in self?.tell { $1.vocabularyView($0, didPressEdit: entry) } }
        rows.words.onRemove { [weak self] entry in self?.tell { $1.vocabularyView($0, didRemove: entry.id) } }
        rows.connect { [weak self] code in
            self?.tell { $1.vocabularyView($0, didChooseLanguage: code) }
        } onImport: { [weak self] in
            self?.choose(Self.importDialog) { $1.vocabularyView($0, didImport: $2) }
        } onExport: { [weak self] in
            self?.choose(Self.exportDialog) { $1.vocabularyView($0, didExport: $2) }
        }
    }

    public func edit(_ form: VocabularyForm) {
        guard let front else {
            return
        }
        let dialog = VocabularyDialog(form, over: front)
        vocabularyDialog = dialog
        dialog.present { [weak self] form in self?.tell { $1.vocabularyView($0, didSave: form) } }
    }

    private func tell(_ news: (PreferencesWindow, any VocabularyViewDelegate) -> Void) {
        if let vocabularyDelegate {
            news(self, vocabularyDelegate)
        }
    }

    private static func importDialog(over widget: any Widget) -> FileDialog {
        .open(tr("Import Words"), accept: tr("_Open"), formats: listFormats, over: widget)
    }

    private static func exportDialog(over widget: any Widget) -> FileDialog {
        .save(
            tr("Export Words"), accept: tr("_Save"), name: tr("Words") + ".txt", formats: listFormats, over: widget)
    }

    /// Shows a file dialog, and reports the chosen path to the vocabulary's delegate.
    private func choose(
        _ make: (any Widget) -> FileDialog,
        _ news: @escaping @MainActor (PreferencesWindow, any VocabularyViewDelegate, String) -> Void
    ) {
        chooseList(make) { [weak self] path in self?.tell { news($0, $1, path) } }
    }
}
