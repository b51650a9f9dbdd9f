import CGtk
import ParlandoPresenters

/// Controls at the bottom of the rhythm page: start and pause buttons, and the status line.
@MainActor final class RhythmFoot: Widget {
    let reference: Reference
    let record = RecordButton(
        startIcon: "media-playback-start-symbolic", ringSide: 90, loudness: tr("Microphone Level"))
    let pause = Button.pause()
    let status = StatusLine()

    init() {
        let column = Box.column(classes: ["controls"])
        reference = column.reference
        // Spacer as wide as the pause button, so that the start button is centred.
        let balance = Box.row()
        column.append(record.makeRow(between: balance, and: pause), record.label, status)
    }
}
