import CGtk
import ParlandoPresenters

/// List from which the user opens a shell on this computer or a saved SSH connection.
@MainActor final class ConnectionList: Widget {
    weak var page: TerminalPage?

    let reference: Reference
    private let group = EntryGroup(
        tr("Connections"), description: tr("Over SSH, using your own keys and settings"),
        icon: "network-server-symbolic", addLabel: tr("New Connection"))

    init() {
        reference = Reference(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        let column = Box.column(spacing: 24, classes: ["connections"])
        column.append(makeShell(), group)
        let clamp = Element(adw_clamp_new())
        adw_clamp_set_maximum_size(clamp.opaque, 560)
        adw_clamp_set_child(clamp.opaque, column.widget)
        gtk_scrolled_window_set_child(opaque, clamp.widget)
        group.onAdd { [weak self] in self?.page?.presenterAfterEdits()?.addConnection() }
        group.onChoose { [weak self] id in self?.page?.presenterAfterEdits()?.openConnection(id) }
        group.onEdit { [weak self] id in self?.page?.presenterAfterEdits()?.editConnection(id) }
        group.onRemove { [weak self] entry in self?.page?.askToRemove(entry) }
    }

    private func makeShell() -> Element {
        let group = Element(adw_preferences_group_new())
        let row = EntryGroup.row(
            tr("This Computer"), tr("Local Shell"), icon: "utilities-terminal-symbolic", isPressed: true)
        row.reference.connect("activated") { [weak self] in self?.page?.presenterAfterEdits()?.openShell() }
        adw_preferences_group_add(group.reference.cast(), row.widget)
        return group
    }

    /// Moves the keyboard focus to the first row.
    func focus() {
        gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
    }

    func show(_ connections: [TerminalViewState.ConnectionRow]) {
        group.show(connections.map { .init(id: $0.id, title: $0.title, subtitle: $0.subtitle) })
    }
}
