import CGtk
import ParlandoCore
import ParlandoPresenters

/// Preference rows for inserting text into other applications: which methods work on this desktop, and a text field to
/// try the best one.
@MainActor struct DeliveryRows {
    let test = Button(label: tr("Try"))
    let field = Element(adw_entry_row_new())
    private let ways = (0..<3).map { _ in Element(adw_action_row_new()) }
    private let marks = (0..<3).map { _ in Element(gtk_image_new_from_icon_name("object-select-symbolic")) }
    private let outcome = Label(classes: ["dim-label", "caption"])

    init() {
        for (row, mark) in zip(ways, marks) {
            adw_action_row_add_suffix(row.reference.cast(), mark.widget)
            mark.setAccessibleLabel(tr("In use"))
        }
        field.reference.setRowTitle(tr("Field to Try It"))
        test.align(nil, GTK_ALIGN_CENTER)
        adw_entry_row_add_suffix(field.reference.cast(), test.widget)
        outcome.wrap()
        gtk_label_set_xalign(outcome.opaque, 0)
        show(DeliveryState())
    }

    /// The rows as a group with a title.
    var group: PreferencesGroup {
        PreferencesGroup(
            tr("Ways to Insert"), ways + [field, outcome],
            description: tr("The first one that works is used"))
    }

    /// Text in the field for trying out the insertion of text.
    var text: String {
        String(cString: gtk_editable_get_text(field.opaque))
    }

    /// Empties the field for trying out the insertion of text, and moves the keyboard focus there.
    func prepare() {
        gtk_editable_set_text(field.opaque, "")
        gtk_widget_grab_focus(field.widget)
    }

    func show(_ state: DeliveryState) {
        for (index, row) in ways.enumerated() where state.ways.indices.contains(index) {
            let way = state.ways[index]
            row.reference.setRowTitle(way.title)
            row.reference.setRowSubtitle(way.note)
            marks[index].isVisible = way.isUsed
        }
        test.isSensitive = state.canTry
        outcome.text = state.outcome
        outcome.isVisible = !state.outcome.isEmpty
    }
}
