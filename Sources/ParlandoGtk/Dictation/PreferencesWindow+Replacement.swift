import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Shows and edits the replacement rules, such as “,” for “comma”, in the preferences window.
extension PreferencesWindow: ReplacementView {
    func connect(_ rows: ReplacementRows) {
        rows.punctuation.onChange { [weak self] isOn in self?.replacementPresenter?.set(.punctuation, isOn: isOn) }
        rows.lines.onChange { [weak self] isOn in self?.replacementPresenter?.set(.lines, isOn: isOn) }
        rows.rules.onAdd { [weak self] in self?.replacementPresenter?.add() }
        rows.rules.onEdit { [weak self] id in self?.replacementPresenter?.edit(id) }
        rows.rules.onRemove { [weak self] entry in self?.replacementPresenter?.remove(entry.id) }
        rows.connect { [weak self] in
            self?.importRules()
        } onExport: { [weak self] in
            self?.exportRules()
        }
    }

    private func importRules() {
        chooseList(Self.importDialog) { [weak self] path in self?.replacementPresenter?.importRules(from: path) }
    }

    private func exportRules() {
        chooseList(Self.exportDialog) { [weak self] path in self?.replacementPresenter?.exportRules(to: path) }
    }

    public func edit(_ form: ReplacementForm) {
        guard let front else {
            return
        }
        let dialog = ReplacementDialog(form, over: front)
        replacementDialog = dialog
        dialog.present { [weak self] form in self?.replacementPresenter?.save(form) }
    }

    /// File formats in which a list of words or replacement rules is imported and exported.
    static var listFormats: [FileDialog.Format] {
        [.init(title: tr("Plain text (*.txt)"), ending: "txt")]
    }

    private static func importDialog(over widget: any Widget) -> FileDialog {
        .open(tr("Import Replacements"), accept: tr("_Open"), formats: listFormats, over: widget)
    }

    private static func exportDialog(over widget: any Widget) -> FileDialog {
        .save(
            tr("Export Replacements"), accept: tr("_Save"), name: tr("Replacements") + ".txt", formats: listFormats,
            over: widget)
    }

    /// Shows a file dialog for a list of words or replacement rules. `body` gets the path of the chosen file; it is not
    /// called if the user cancels or the file is not on this computer.
    func chooseList(_ make: (any Widget) -> FileDialog, _ body: @escaping @MainActor (String) -> Void) {
        guard let front else {
            return
        }
        let dialog = make(front)
        fileDialog = dialog
        dialog.present { [weak self] path in
            if let path {
                body(path)
            } else {
                self?.showToast(tr("This location is not on this computer. Choose a local folder."))
            }
        }
    }
}
