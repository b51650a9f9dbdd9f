import CGtk
import ParlandoPresenters

/// Preferences group with a list that the user maintains: entries can be added, edited and removed.
@MainActor final class EntryGroup: Widget {
    struct Entry: Equatable {
        let id: String
        let title: String
        let subtitle: String
    }

    let reference: Reference
    private let icon: String
    private let none = Element(adw_action_row_new())
    private let add: Button
    private var rows = GroupRows()
    private var edit: (@MainActor (String) -> Void)?
    private var remove: (@MainActor (Entry) -> Void)?
    private var choose: (@MainActor (String) -> Void)?

    init(_ title: String, description: String, icon: String, addLabel: String) {
        self.icon = icon
        reference = Reference(adw_preferences_group_new())
        add = Button(icon: "list-add-symbolic", tooltip: addLabel, classes: ["flat"])
        reference.setGroupTitle(title)
        reference.setGroupDescription(description)
        add.align(nil, GTK_ALIGN_CENTER)
        adw_preferences_group_set_header_suffix(reference.cast(), add.widget)
        none.reference.setRowTitle(tr("None"))
        none.setClass("dim-label")
        adw_preferences_group_add(reference.cast(), none.widget)
    }

    func onAdd(_ body: @escaping @MainActor () -> Void) {
        add.onClick(body)
    }

    func onEdit(_ body: @escaping @MainActor (String) -> Void) {
        edit = body
    }

    func onRemove(_ body: @escaping @MainActor (Entry) -> Void) {
        remove = body
    }

    /// Runs `body` with the ID of an entry whenever the user presses its row. Rows that exist before this call cannot
    /// be pressed.
    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        choose = body
    }

    func show(_ entries: [Entry]) {
        none.isVisible = entries.isEmpty
        rows.replace(with: entries.map(make), in: self)
    }

    private func make(_ entry: Entry) -> Element {
        let row = Self.row(entry.title, entry.subtitle, icon: icon, isPressed: choose != nil)
        let places = ["name": entry.title]
        let edit = Button(icon: "document-edit-symbolic", tooltip: tr("Edit {name}", places), classes: ["flat"])
        let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove {name}", places), classes: ["flat"])
        for button in [edit, remove] {
            button.align(nil, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(row.reference.cast(), button.widget)
        }
        row.reference.connect("activated") { [weak self] in self?.choose?(entry.id) }
        edit.onClick { [weak self] in self?.edit?(entry.id) }
        remove.onClick { [weak self] in self?.remove?(entry) }
        return row
    }

    /// Returns a row with an icon. Title and subtitle are shown without interpreting markup.
    ///
    /// - Parameter isPressed: whether the row reacts to a click or to Enter (GTK's `activatable`).
    static func row(_ title: String, _ subtitle: String, icon: String, isPressed: Bool) -> Element {
        let row = Element(adw_action_row_new())
        row.reference.setRowTitle(title)
        row.reference.setRowSubtitle(subtitle)
        let image = Element(gtk_image_new_from_icon_name(icon))
        adw_action_row_add_prefix(row.reference.cast(), image.widget)
        gtk_list_box_row_set_activatable(row.reference.cast(), isPressed.gboolean)
        return row
    }
}
