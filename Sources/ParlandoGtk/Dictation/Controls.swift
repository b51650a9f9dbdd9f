import CGtk
import ParlandoPresenters

/// Controls at the bottom of the page.
@MainActor final class Controls: Panel {
    let box = Box.column(classes: ["controls"])
    let record = RecordButton(
        startIcon: "audio-input-microphone-symbolic", ringSide: 124, loudness: tr("Voice Level"))
    let pause = Button.pause()
    let status = StatusLine()
    let bar = EditBar()
    let elapsed = Label(classes: ["elapsed", "numeric"])

    init() {
        elapsed.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        box.append(record.makeRow(between: elapsed, and: pause), record.label, status, bar)
    }
}

/// Row of text actions, with a chip that names model and language.
@MainActor final class EditBar: Widget {
    let reference = Reference(gtk_center_box_new())
    let undo = EditBar.button("edit-undo-symbolic", tr("Undo"), "dictation.undo")
    let redo = EditBar.button("edit-redo-symbolic", tr("Redo"), "dictation.redo")
    let copy = EditBar.button("edit-copy-symbolic", tr("Copy"), "dictation.copy")
    let save = EditBar.button("document-save-symbolic", tr("Save…"), "dictation.save")
    let secret = ToggleButton(
        icon: "view-conceal-symbolic", tooltip: tr("Leave This Dictation Out of the History"), classes: ["flat"])
    let chip = Chip()

    init() {
        setClass("edit-bar")
        let (left, right) = (Box.row(spacing: 2), Box.row(spacing: 2))
        left.append(
            undo, redo, Self.button("edit-clear-all-symbolic", tr("Clear"), "dictation.clear"), secret)
        right.append(copy, save)
        secret.isVisible = false
        chip.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        gtk_center_box_set_start_widget(opaque, left.widget)
        gtk_center_box_set_center_widget(opaque, chip.widget)
        gtk_center_box_set_end_widget(opaque, right.widget)
    }

    private static func button(_ icon: String, _ tooltip: String, _ action: String) -> Button {
        let button = Button(icon: icon, tooltip: tooltip, classes: ["flat"])
        button.setAction(action)
        return button
    }
}
