import CGtk
import ParlandoCore
public import ParlandoPresenters

extension PreferencesWindow: ServerPreferencesView {
    func connect(_ rows: ServerRows) {
        for row in [rows.engine, rows.timeout] as [any PreferenceRow] {
            row.onChange { [weak self] change in self?.serverPresenter?.apply(change) }
        }
        rows.servers.add.onClick { [weak self] in self?.serverPresenter?.add() }
        rows.servers.onEdit = { [weak self] id in self?.serverPresenter?.edit(id) }
        rows.servers.onRemove = { [weak self] entry in self?.remove(entry) }
    }

    private func remove(_ entry: ListEntry) {
        Task {
            let question = PageQuestion(tr("Remove Server?"), entry.title, goOn: tr("Remove"), isLoss: true)
            if await ask(question) {
                serverPresenter?.remove(entry.id)
            }
        }
    }

    public func edit(_ form: ServerForm) {
        guard let front else {
            return
        }
        let dialog = ServerDialog(form, over: front, serverPresenter)
        serverDialog = dialog
        dialog.onClose { [weak self] in self?.serverDialog = nil }
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

@MainActor struct ServerRows {
    let engine = ChoiceRow(\.servers.engine, tr("Speech Recognition"))
    let servers = EntryGroup(
        tr("Servers"), description: tr("Your own speech recognition servers"), icon: "network-server-symbolic",
        addLabel: tr("New Server"))
    let timeout = NumberRow(
        \.servers.timeout, tr("Server Timeout"), subtitle: tr("Seconds before giving up"), step: 5)

    func show(_ change: Change<ServerPreferencesState>) {
        change.on(\.engines) { engine.show($0) }
        // In a narrow window it has no room beside the server's name.
        change.on(\.engineNote) {
            let group = Reference(gtk_widget_get_ancestor(engine.widget, adw_preferences_group_get_type()))
            group.setGroupDescription($0)
        }
        change.on(\.servers) { servers.show($0) }
    }
}
