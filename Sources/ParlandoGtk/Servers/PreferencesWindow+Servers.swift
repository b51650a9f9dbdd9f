import CGtk
import ParlandoCore
public import ParlandoPresenters

/// Shows the server preferences in the preferences window.
extension PreferencesWindow: ServerPreferencesView {
    func connect(_ rows: ServerRows) {
        for row in [rows.engine, rows.timeout] as [any PreferenceRow] {
            row.onChange { [weak self] change in self?.serverPresenter?.apply(change) }
        }
        rows.servers.onAdd { [weak self] in self?.serverPresenter?.add() }
        rows.servers.onEdit { [weak self] id in self?.serverPresenter?.edit(id) }
        rows.servers.onRemove { [weak self] entry in self?.remove(entry) }
    }

    private func remove(_ entry: EntryGroup.Entry) {
        Question.ask(
            tr("Remove Server?"), entry.title, goOn: tr("Remove"), over: front?.reference.cast()
        ) { [weak self] answer in
            if answer == .goOn {
                self?.serverPresenter?.remove(entry.id)
            }
        }
    }

    public func edit(_ form: ServerForm) {
        guard let front else {
            return
        }
        let dialog = ServerDialog(form, over: front)
        serverDialog = dialog
        dialog.delegate = self
        dialog.present()
    }

    public func closeForm() {
        serverDialog?.close()
    }

    public func render(_ test: ServerTestState) {
        serverDialog?.show(test)
    }

    public func render(_ key: ServerKeyState) {
        serverDialog?.show(key)
    }
}

extension PreferencesWindow: ServerDialogDelegate {
    func serverDialog(_ dialog: ServerDialog, didSave form: ServerForm) {
        serverPresenter?.save(form)
    }

    func serverDialog(_ dialog: ServerDialog, didTest form: ServerForm) {
        serverPresenter?.test(form)
    }

    func serverDialogDidClose(_ dialog: ServerDialog) {
        serverDialog = nil
        serverPresenter?.endForm()
    }
}
