import CGtk
import CGtkShim
import ParlandoPresenters

/// One entry of the translation history. A press shows it on the translator page again.
@MainActor final class HistoryRow: Widget {
    let reference: Reference
    let open = Button(label: "", classes: ["flat", "history-entry"])
    let remove = Button(
        icon: "user-trash-symbolic", tooltip: tr("Remove From History"), classes: ["flat", "circular"])

    init(_ entry: HistoryViewState.Entry) {
        let row = Box.row(spacing: 6, classes: ["card"])
        reference = row.reference
        let texts = Box.column(spacing: 3)
        texts.append(
            Self.label(entry.source, isRightToLeft: entry.isSourceRightToLeft, classes: ["dim-label"]),
            Self.label(entry.translation, isRightToLeft: entry.isTranslationRightToLeft, classes: []),
            Self.label(entry.caption, isRightToLeft: false, classes: ["dim-label", "caption", "numeric"]))
        gtk_button_set_child(open.reference.cast(), texts.widget)
        open.setAccessibleLabel([entry.source, entry.translation, entry.caption].joined(separator: ", "))
        open.expand(horizontal: true)
        remove.align(nil, GTK_ALIGN_CENTER)
        remove.setMargins(horizontal: 6)
        row.append(open, remove)
    }

    private static func label(_ text: String, isRightToLeft: Bool, classes: [String]) -> Label {
        let label = Label(text, classes: classes)
        label.wrap()
        gtk_label_set_lines(label.opaque, 3)
        label.shorten()
        gtk_label_set_xalign(label.opaque, 0)
        parlando_set_right_to_left(label.widget, isRightToLeft)
        return label
    }
}
