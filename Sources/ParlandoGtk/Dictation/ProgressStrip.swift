import CGtk
import ParlandoPresenters

/// Progress bar with a label, for a task that takes time. A spinner replaces the bar if the progress is unknown.
@MainActor final class ProgressStrip: Widget {
    let reference: Reference
    private let label = Label(classes: ["dim-label", "caption", "numeric"])
    private let bar = Element(gtk_progress_bar_new())
    private let spinner = Element(gtk_spinner_new())
    private let cancel = Button(icon: "process-stop-symbolic", tooltip: tr("Cancel"), classes: ["flat", "circular"])

    init() {
        reference = Reference(gtk_revealer_new())
        label.wrap()
        gtk_label_set_xalign(label.opaque, 0)
        let column = Box.column(spacing: 6)
        column.append(label, bar)
        column.expand(horizontal: true)
        column.align(nil, GTK_ALIGN_CENTER)
        let row = Box.row(spacing: 12, classes: ["progress-strip"])
        row.append(spinner, column, cancel)
        cancel.align(nil, GTK_ALIGN_CENTER)
        gtk_revealer_set_child(opaque, row.widget)
    }

    func onCancel(_ body: @escaping @MainActor () -> Void) {
        cancel.onClick(body)
    }

    func show(_ progress: DictationViewState.Progress?) {
        gtk_revealer_set_reveal_child(opaque, (progress != nil).gboolean)
        let isUnknown = progress != nil && progress?.fraction == nil
        spinner.isVisible = isUnknown
        gtk_spinner_set_spinning(spinner.opaque, isUnknown.gboolean)
        guard let progress else {
            return
        }
        label.text = progress.text
        bar.isVisible = progress.fraction != nil
        gtk_progress_bar_set_fraction(bar.opaque, progress.fraction ?? 0)
        bar.setAccessibleLabel(progress.text)
        cancel.isVisible = progress.canCancel
    }
}
