import CGtk
import ParlandoPresenters

/// Controls at the bottom of the rhythm page: start and pause buttons, and the status line.
@MainActor final class RhythmFoot: Widget {
    let reference: Reference
    let record = RecordButton(
        startIcon: "media-playback-start-symbolic", ringSide: 90, loudness: tr("Microphone Level"))
    let pause = Button(icon: "media-playback-pause-symbolic", tooltip: "", classes: ["circular", "pause"])
    let status = StatusLine()

    init() {
        let column = Box.column(classes: ["controls"])
        reference = column.reference
        let row = Element(gtk_center_box_new())
        pause.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        pause.expand(horizontal: true)
        // Spacer as wide as the pause button, so that the start button is centred.
        let balance = Box.row()
        balance.expand(horizontal: true)
        gtk_center_box_set_start_widget(row.opaque, balance.widget)
        gtk_center_box_set_center_widget(row.opaque, record.widget)
        gtk_center_box_set_end_widget(row.opaque, pause.widget)
        gtk_widget_set_size_request(row.widget, 300, -1)
        row.align(GTK_ALIGN_CENTER)
        column.append(row, record.label, status)
    }

    func show(pause state: PagePause) {
        pause.setIcon(state == .resume ? "media-playback-start-symbolic" : "media-playback-pause-symbolic")
        pause.isVisible = state != .hidden
    }
}
