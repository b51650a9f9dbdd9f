import CGtk
import ParlandoPresenters

/// Row of text actions (undo, clear, copy, save) at the bottom of the page, with a chip that names the model and the
/// speech language in use.
@MainActor final class EditBar: Widget {
    let reference: Reference
    /// Leaves one dictation out of the history.
    let secret = ToggleButton(
        icon: "view-conceal-symbolic", tooltip: tr("Leave This Dictation Out of the History"), classes: ["flat"])
    private let chip = Button(label: "", classes: ["flat", "chip"])
    private let chipLabel = Label(classes: ["caption"])

    init() {
        reference = Reference(gtk_center_box_new())
        setClass("edit-bar")
        let left = Self.row([
            ("edit-undo-symbolic", tr("Undo"), "win.undo"), ("edit-clear-all-symbolic", tr("Clear"), "win.clear"),
        ])
        let right = Self.row([
            ("edit-copy-symbolic", tr("Copy"), "win.copy"), ("document-save-symbolic", tr("Save…"), "win.save"),
        ])
        left.append(secret)
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

    private static func row(_ buttons: [(icon: String, tooltip: String, action: String)]) -> Box {
        let row = Box.row(spacing: 2)
        for (icon, tooltip, action) in buttons {
            let button = Button(icon: icon, tooltip: tooltip, classes: ["flat"])
            button.setAction(action)
            row.append(button)
        }
        return row
    }
}
