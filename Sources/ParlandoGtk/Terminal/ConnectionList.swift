import CGtk
import ParlandoPresenters

@MainActor protocol ConnectionListDelegate: AnyObject {
    func connectionListDidChooseShell(_ list: ConnectionList)
    func connectionListDidPressAdd(_ list: ConnectionList)
    func connectionList(_ list: ConnectionList, didChoose id: String)
    func connectionList(_ list: ConnectionList, didPressEdit id: String)
    func connectionList(_ list: ConnectionList, didPressRemove row: TerminalViewState.ConnectionRow)
}

/// What a terminal can be opened on: this computer, and the saved connections.
@MainActor final class ConnectionList: Widget {
    weak var delegate: (any ConnectionListDelegate)?

    let reference: Reference
    private let group = Element(adw_preferences_group_new())
    private let none = Element(adw_action_row_new())
    private var rows: [Element] = []

    init() {
        reference = Reference(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        let column = Box.column(spacing: 24, classes: ["connections"])
        column.append(makeShell(), group)
        let clamp = Element(adw_clamp_new())
        adw_clamp_set_maximum_size(clamp.opaque, 560)
        adw_clamp_set_child(clamp.opaque, column.widget)
        gtk_scrolled_window_set_child(opaque, clamp.widget)
        makeGroup()
    }

    private func makeShell() -> Element {
        let group = Element(adw_preferences_group_new())
        let row = Self.row(tr("This Computer"), tr("Your own shell"), icon: "utilities-terminal-symbolic")
        row.reference.connect("activated") { [weak self] in
            self?.tell { $1.connectionListDidChooseShell($0) }
        }
        adw_preferences_group_add(group.reference.cast(), row.widget)
        return group
    }

    private func makeGroup() {
        adw_preferences_group_set_title(group.reference.cast(), tr("Connections"))
        adw_preferences_group_set_description(
            group.reference.cast(), tr("Over SSH, with your own keys and settings"))
        let add = Button(icon: "list-add-symbolic", tooltip: tr("New Connection"), classes: ["flat"])
        add.onClick { [weak self] in self?.tell { $1.connectionListDidPressAdd($0) } }
        adw_preferences_group_set_header_suffix(group.reference.cast(), add.widget)
        adw_preferences_row_set_title(none.reference.cast(), tr("None yet"))
        none.setClass("dim-label")
        adw_preferences_group_add(group.reference.cast(), none.widget)
    }

    func show(_ connections: [TerminalViewState.ConnectionRow]) {
        for row in rows {
            adw_preferences_group_remove(group.reference.cast(), row.widget)
        }
        none.isVisible = connections.isEmpty
        rows = connections.map(make)
        for row in rows {
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
    }

    private func make(_ connection: TerminalViewState.ConnectionRow) -> Element {
        let row = Self.row(connection.title, connection.subtitle, icon: "network-server-symbolic")
        let places = ["name": connection.title]
        let edit = Button(icon: "document-edit-symbolic", tooltip: tr("Edit {name}", places), classes: ["flat"])
        let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove {name}", places), classes: ["flat"])
        for button in [edit, remove] {
            button.align(nil, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(row.reference.cast(), button.widget)
        }
        row.reference.connect("activated") { [weak self] in
            self?.tell { $1.connectionList($0, didChoose: connection.id) }
        }
        edit.onClick { [weak self] in self?.tell { $1.connectionList($0, didPressEdit: connection.id) } }
        remove.onClick { [weak self] in self?.tell { $1.connectionList($0, didPressRemove: connection) } }
        return row
    }

    private static func row(_ title: String, _ subtitle: String, icon: String) -> Element {
        let row = Element(adw_action_row_new())
        adw_preferences_row_set_use_markup(row.reference.cast(), 0)
        adw_preferences_row_set_title(row.reference.cast(), title)
        adw_action_row_set_subtitle(row.reference.cast(), subtitle)
        adw_action_row_set_title_lines(row.reference.cast(), 1)
        adw_action_row_set_subtitle_lines(row.reference.cast(), 1)
        let image = Element(gtk_image_new_from_icon_name(icon))
        adw_action_row_add_prefix(row.reference.cast(), image.widget)
        gtk_list_box_row_set_activatable(row.reference.cast(), 1)
        return row
    }

    private func tell(_ news: (ConnectionList, any ConnectionListDelegate) -> Void) {
        if let delegate {
            news(self, delegate)
        }
    }
}
