import CGtk

/// Spin-button row for a whole number within a range.
@MainActor final class NumberRow: Widget {
    let reference: Reference
    private let control: Element
    private var isRendering = false

    init(_ title: String, subtitle: String = "", range: ClosedRange<Int>, step: Int) {
        reference = Reference(adw_action_row_new())
        control = Element(
            gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), Double(step)))
        reference.setRowTitle(title)
        reference.setRowSubtitle(subtitle)
        control.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(reference.cast(), control.widget)
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    func onChange(_ body: @escaping @MainActor (Int) -> Void) {
        control.reference.connect("value-changed") { [weak self] in
            if let self, !isRendering {
                body(Int(gtk_spin_button_get_value_as_int(control.opaque)))
            }
        }
    }

    func show(_ number: Int) {
        isRendering = true
        gtk_spin_button_set_value(control.opaque, Double(number))
        isRendering = false
    }
}
