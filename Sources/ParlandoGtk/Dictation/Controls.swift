import CGtk
import ParlandoPresenters

/// Controls at the bottom of the page: elapsed time, record and pause buttons, status line, and the row of text
/// actions.
@MainActor final class Controls: Widget {
    let reference: Reference
    let record = RecordButton(
        startIcon: "audio-input-microphone-symbolic", ringSide: 124, loudness: tr("Voice Level"))
    let pause = Button(icon: "media-playback-pause-symbolic", tooltip: "", classes: ["circular", "pause"])
    let status = StatusLine()
    let bar = EditBar()
    private let elapsed = Label(classes: ["elapsed", "numeric"])

    init() {
        let column = Box.column(classes: ["controls"])
        reference = column.reference
        let row = Element(gtk_center_box_new())
        elapsed.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        elapsed.expand(horizontal: true)
        pause.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        pause.expand(horizontal: true)
        gtk_center_box_set_start_widget(row.opaque, elapsed.widget)
        gtk_center_box_set_center_widget(row.opaque, record.widget)
        gtk_center_box_set_end_widget(row.opaque, pause.widget)
        gtk_widget_set_size_request(row.widget, 300, -1)
        row.align(GTK_ALIGN_CENTER)
        column.append(row, record.label, status, bar)
    }

    func show(elapsed text: String) {
        elapsed.text = text
    }

    func show(pause state: DictationViewState.Pause) {
        pause.setIcon(state == .resume ? "media-playback-start-symbolic" : "media-playback-pause-symbolic")
        pause.isVisible = state != .hidden
    }
}
