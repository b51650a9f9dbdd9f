import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for where speech is recognised (on this computer or on a server), and for the list of servers.
@MainActor struct ServerRows {
    let engine = ChoiceRow(\.servers.engine, tr("Speech Recognition"))
    let servers = EntryGroup(
        tr("Servers"), description: tr("Your own speech recognition servers"), icon: "network-server-symbolic",
        addLabel: tr("New Server"))
    let timeout = NumberRow(
        \.servers.timeout, tr("Server Timeout"), subtitle: tr("Seconds before giving up"), step: 5)

    func show(_ change: Change<ServerPreferencesState>) {
        change.on(\.engines) { engine.show($0) }
        // Shown as the group's description, because in a narrow window it has no room beside the server's name.
        change.on(\.engineNote) {
            let group = Reference(gtk_widget_get_ancestor(engine.widget, adw_preferences_group_get_type()))
            group.setGroupDescription($0)
        }
        change.on(\.servers) { rows in
            servers.show(rows.map { .init(id: $0.id, title: $0.title, subtitle: $0.subtitle) })
        }
    }
}
