import CGtk

/// Spin-button row for a decimal number within a range.
@MainActor final class DecimalRow: Widget {
    let reference: Reference
    private let control: Element
    private var isRendering = false

    init(_ title: String, subtitle: String = "", range: ClosedRange<Double>, step: Double, digits: UInt32) {
        reference = Reference(adw_action_row_new())
        control = Element(gtk_spin_button_new_with_range(range.lowerBound, range.upperBound, step))
        gtk_spin_button_set_digits(control.opaque, digits)
        reference.setRowTitle(title)
        reference.setRowSubtitle(subtitle)
        control.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(reference.cast(), control.widget)
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    func onChange(_ body: @escaping @MainActor (Double) -> Void) {
        control.reference.connect("value-changed") { [weak self] in
            if let self, !isRendering {
                body(gtk_spin_button_get_value(control.opaque))
            }
        }
    }

    func show(_ number: Double) {
        isRendering = true
        gtk_spin_button_set_value(control.opaque, number)
        isRendering = false
    }
}
