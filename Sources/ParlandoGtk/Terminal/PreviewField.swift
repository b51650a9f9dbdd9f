import CGtk
import ParlandoPresenters

/// Text field with dictated text that has not been sent yet. It grows with the text up to a few lines.
@MainActor final class PreviewField: Widget {
    let reference: Reference
    let text: TranscriptText
    private let hint = Label(classes: ["dim-label"])
    private static let tallest: Int32 = 110

    init() {
        text = TranscriptText(name: tr("Dictated Text"), margin: 10, hasOwnUndo: true)
        text.setClass("preview-text")
        let scroller = Element(gtk_scrolled_window_new(), classes: ["preview"])
        gtk_scrolled_window_set_child(scroller.opaque, text.widget)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, Self.tallest)
        hint.align(GTK_ALIGN_START, GTK_ALIGN_CENTER)
        hint.setMargins(horizontal: 12)
        hint.wrap()
        gtk_label_set_xalign(hint.opaque, 0)
        gtk_widget_set_can_target(hint.widget, 0)
        reference = Reference(gtk_overlay_new())
        gtk_overlay_set_child(opaque, scroller.widget)
        gtk_overlay_add_overlay(opaque, hint.widget)
        // The field grows with a hint that needs more than one line.
        gtk_overlay_set_measure_overlay(opaque, hint.widget, 1)
        expand(horizontal: true)
        align(nil, GTK_ALIGN_CENTER)
    }

    func show(_ paragraphs: [[DictationViewState.Run]]) {
        text.show(paragraphs)
        hint.isVisible = paragraphs.isEmpty
    }

    /// Whether the text has the keyboard focus.
    var hasFocus: Bool {
        gtk_widget_has_focus(text.widget) != 0
    }

    func show(hint text: String) {
        hint.text = text
    }
}
