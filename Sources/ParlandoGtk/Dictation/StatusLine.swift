import CGtk
import CGtkShim

/// Status line of the page: assistive technologies announce it, and it can take the keyboard focus.
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
        // An empty line must not take the focus.
        gtk_widget_set_focusable(label.widget, (!text.isEmpty).gboolean)
    }
}
