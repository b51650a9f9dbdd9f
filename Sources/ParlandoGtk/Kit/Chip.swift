import CGtk

/// Small button that names the chosen option of a setting and opens the place where it can be changed.
@MainActor final class Chip: Widget {
    let reference: Reference
    private let label = Label(classes: ["caption"])

    init() {
        let button = Button(label: "", classes: ["flat", "chip"])
        reference = button.reference
        label.shorten()
        gtk_button_set_child(reference.cast(), label.widget)
        align(nil, GTK_ALIGN_CENTER)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        reference.connect("clicked", body)
    }

    func show(_ text: String, tooltip: String) {
        label.text = text
        setTooltip(tooltip)
    }
}
