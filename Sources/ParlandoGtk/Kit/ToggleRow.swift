import CGtk

/// Preference row with a switch.
@MainActor final class ToggleRow: Widget {
    let reference: Reference
    private let control = Element(gtk_switch_new())
    private var isRendering = false

    init(_ title: String, subtitle: String = "") {
        reference = Reference(adw_action_row_new())
        reference.setRowTitle(title)
        reference.setRowSubtitle(subtitle)
        control.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(reference.cast(), control.widget)
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    func onChange(_ body: @escaping @MainActor (Bool) -> Void) {
        control.reference.connect("notify::active") { [weak self] in
            if let self, !isRendering {
                body(gtk_switch_get_active(control.opaque) != 0)
            }
        }
    }

    func show(_ isOn: Bool) {
        isRendering = true
        gtk_switch_set_active(control.opaque, isOn.gboolean)
        isRendering = false
    }
}
