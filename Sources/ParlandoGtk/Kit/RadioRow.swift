import CGtk

/// Row of a preferences group with a radio button.
@MainActor final class RadioRow: Widget {
    let reference = Reference(adw_action_row_new())
    let id: String
    private let radio = Element(gtk_check_button_new())
    private var isRendering = false

    /// Creates a row.
    ///
    /// - Parameter other: a row of the same group, of which only one can be chosen; nil for the first row.
    init(_ id: String, besides other: RadioRow?) {
        self.id = id
        radio.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_prefix(reference.cast(), radio.widget)
        adw_action_row_set_activatable_widget(reference.cast(), radio.widget)
        if let other {
            gtk_check_button_set_group(radio.reference.cast(), other.radio.reference.cast())
        }
    }

    /// Calls `body` with the ID whenever the user chooses the row.
    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        radio.reference.connect("toggled") { [weak self] in
            if let self, !isRendering, gtk_check_button_get_active(radio.reference.cast()) != 0 {
                body(id)
            }
        }
    }

    func show(_ title: String, _ note: String, isChosen: Bool) {
        isRendering = true
        reference.setRowTitle(title)
        reference.setRowSubtitle(note)
        gtk_check_button_set_active(radio.reference.cast(), isChosen.gboolean)
        isRendering = false
    }
}
