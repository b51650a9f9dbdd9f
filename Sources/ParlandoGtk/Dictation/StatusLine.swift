import CGtk
import CGtkShim

/// One line that says what is going on: assistive technologies announce it, and the keyboard can reach it.
struct StatusLine: Widget {
    let reference: Reference
    private let label = Label(classes: ["dim-label", "status"])

    @MainActor init() {
        reference = label.reference
        parlando_set_status_role(label.widget)
        label.wrap()
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
    }

    @MainActor func show(_ text: String) {
        label.text = text
        // Nothing to stop at where nothing is said.
        gtk_widget_set_focusable(label.widget, (!text.isEmpty).gboolean)
    }
}
