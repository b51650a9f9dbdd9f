import CGtk
import ParlandoPresenters

/// Controls at the bottom of the page.
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

/// Row of text actions, with a chip that names model and language.
@MainActor final class EditBar: Widget {
    let reference: Reference
    let undo = EditBar.button("edit-undo-symbolic", tr("Undo"), "dictation.undo")
    let redo = EditBar.button("edit-redo-symbolic", tr("Redo"), "dictation.redo")
    let copy = EditBar.button("edit-copy-symbolic", tr("Copy"), "dictation.copy")
    let save = EditBar.button("document-save-symbolic", tr("Save…"), "dictation.save")
    let secret = ToggleButton(
        icon: "view-conceal-symbolic", tooltip: tr("Leave This Dictation Out of the History"), classes: ["flat"])
    private let chip = Button(label: "", classes: ["flat", "chip"])
    private let chipLabel = Label(classes: ["caption"])

    init() {
        reference = Reference(gtk_center_box_new())
        setClass("edit-bar")
        let (left, right) = (Box.row(spacing: 2), Box.row(spacing: 2))
        left.append(
            undo, redo, Self.button("edit-clear-all-symbolic", tr("Clear"), "dictation.clear"), secret)
        right.append(copy, save)
        secret.isVisible = false
        chipLabel.shorten()
        gtk_button_set_child(chip.reference.cast(), chipLabel.widget)
        chip.align(GTK_ALIGN_CENTER, GTK_ALIGN_CENTER)
        gtk_center_box_set_start_widget(opaque, left.widget)
        gtk_center_box_set_center_widget(opaque, chip.widget)
        gtk_center_box_set_end_widget(opaque, right.widget)
    }

    func onChip(_ body: @escaping @MainActor () -> Void) {
        chip.onClick(body)
    }

    func show(chip text: String) {
        chip.isVisible = !text.isEmpty
        chipLabel.text = text
        chip.setTooltip(text)
    }

    private static func button(_ icon: String, _ tooltip: String, _ action: String) -> Button {
        let button = Button(icon: icon, tooltip: tooltip, classes: ["flat"])
        button.setAction(action)
        return button
    }
}
