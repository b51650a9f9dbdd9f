import CGtk
import ParlandoPresenters

/// Line that says how many texts wait until the current translation is finished, with a button to discard these texts.
@MainActor final class WaitingTexts: Widget {
    let reference: Reference
    let cancel = Button(label: tr("Cancel Waiting"), classes: ["flat"])
    private let text = Label(classes: ["dim-label"])

    init() {
        let row = Box.row(spacing: 6)
        reference = row.reference
        text.wrap()
        gtk_label_set_natural_wrap_mode(text.opaque, GTK_NATURAL_WRAP_NONE)
        align(GTK_ALIGN_CENTER)
        row.append(text, cancel)
        isVisible = false
    }

    /// Shows how many texts wait, or hides the line if `queue` is nil.
    func show(_ queue: TranslatorViewState.Queue?) {
        isVisible = queue != nil
        text.text = queue?.text ?? ""
        // Not `setTooltip`, which would also replace the accessible name.
        gtk_widget_set_tooltip_text(text.widget, queue?.texts)
    }
}
