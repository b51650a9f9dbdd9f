import CGtk
import ParlandoPresenters

/// Controls at the bottom of the page: elapsed time, record and pause buttons, status line, and the row of text
/// actions.
@MainActor final class Controls: Widget {
    let reference: Reference
    let record = RecordButton(
        startIcon: "audio-input-microphone-symbolic", ringSide: 124, loudness: tr("Voice Level"))
    let pause = Button.pause()
    let status = StatusLine()
    let bar = EditBar()
    private let elapsed = Label(classes: ["elapsed", "numeric"])

    init() {
        let column = Box.column(classes: ["controls"])
        reference = column.reference
        elapsed.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        column.append(record.makeRow(between: elapsed, and: pause), record.label, status, bar)
    }

    func show(elapsed text: String) {
        elapsed.text = text
    }
}
