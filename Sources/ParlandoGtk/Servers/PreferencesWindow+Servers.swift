import CGtk
import ParlandoCore
public import ParlandoPresenters

extension PreferencesWindow: ServerPreferencesView {
    func connect(_ rows: ServerRows) {
        for row in [rows.engine, rows.timeout, rows.task] as [any PreferenceRow] {
            row.onChange { [weak self] change in self?.serverPresenter?.apply(change) }
        }
        rows.servers.add.onClick { [weak self] in self?.serverPresenter?.add() }
        rows.servers.onEdit = { [weak self] id in self?.serverPresenter?.edit(id) }
        rows.servers.onRemove = { [weak self] entry in self?.remove(entry) }
        rows.prompts.add.onClick { [weak self] in self?.serverPresenter?.editPrompt(nil) }
        rows.prompts.onEdit = { [weak self] id in self?.serverPresenter?.editPrompt(id) }
        rows.prompts.onRemove = { [weak self] entry in self?.serverPresenter?.removePrompt(entry.id) }
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
        tr("Servers"), description: tr("Your own servers, for speech or with a language model"),
        icon: "network-server-symbolic",
        addLabel: tr("New Server"))
    let timeout = NumberRow(
        \.servers.timeout, tr("Server Timeout"), subtitle: tr("Seconds before giving up"), step: 5)
    let task = ChoiceRow(
        \.cleanup.task, tr("Clean Up Before Inserting"),
        subtitle: tr("By the language model, paragraph by paragraph; never in the terminal"))
    let prompts = EntryGroup(
        tr("Prompts"), description: tr("Your own tasks for the language model"), icon: "edit-clear-all-symbolic",
        addLabel: tr("New Prompt"))

    func show(_ change: Change<ServerPreferencesState>) {
        change.on(\.engines) { engine.show($0) }
        // In a narrow window it has no room beside the server's name.
        change.on(\.engineNote) {
            let group = Reference(gtk_widget_get_ancestor(engine.widget, adw_preferences_group_get_type()))
            group.setGroupDescription($0)
        }
        change.on(\.servers) { servers.show($0) }
        change.on(\.tasks) { task.show($0) }
        change.on(\.prompts) { prompts.show($0) }
        prompts.isVisible = !change.new.tasks.isEmpty
    }
}
