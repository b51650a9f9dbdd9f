import CGtk
import CGtkShim
import ParlandoPresenters

/// One entry in the list of the history.
@MainActor final class HistoryRow: Widget {
    let reference: Reference
    let id: HistoryViewState.Entry.ID
    private let check = Element(gtk_check_button_new())
    private let title = Label()
    private let text = Label(classes: ["dim-label"])
    private let caption = Label(classes: ["dim-label", "caption", "numeric"])
    private var shown: HistoryViewState.Entry?

    init(_ entry: HistoryViewState.Entry) {
        reference = Reference(gtk_list_box_row_new())
        id = entry.id
        let texts = Box.column(spacing: 2)
        for label in [title, text, caption] {
            label.shorten()
            gtk_label_set_xalign(label.opaque, 0)
            texts.append(label)
        }
        for label in [title, text] {
            label.wrap()
            gtk_label_set_lines(label.opaque, 2)
        }
        texts.expand(horizontal: true)
        // A press on the row selects the entry. A second focusable control in the row would complicate keyboard
        // navigation.
        gtk_widget_set_can_target(check.widget, 0)
        gtk_widget_set_focusable(check.widget, 0)
        check.align(nil, GTK_ALIGN_CENTER)
        let row = Box.row(spacing: 6)
        row.append(check, texts)
        gtk_list_box_row_set_child(reference.cast(), row.widget)
    }

    /// Shows an entry.
    ///
    /// - Parameter isChoosing: whether the user is selecting entries, so the row shows a check box.
    func show(_ entry: HistoryViewState.Entry, isChoosing: Bool) {
        check.isVisible = isChoosing
        gtk_check_button_set_active(check.reference.cast(), entry.isChosen.gboolean)
        guard entry != shown else {
            return
        }
        shown = entry
        parlando_set_heading(reference.cast(), entry.heading)
        title.text = entry.title
        text.text = entry.text
        text.isVisible = !entry.text.isEmpty
        caption.text = entry.caption
        parlando_set_right_to_left(title.widget, entry.isTitleRightToLeft)
        parlando_set_right_to_left(text.widget, entry.isTextRightToLeft)
        setAccessibleLabel([entry.title, entry.text, entry.caption].filter { !$0.isEmpty }.joined(separator: ", "))
    }
}
