import CGtk
import ParlandoPresenters

/// Controls at the bottom of the terminal page: status line, voice button, dictated text, and buttons to discard or
/// send it.
@MainActor final class TerminalFoot: Widget {
    let reference: Reference
    let voice = VoiceButton()
    let previews = PreviewFields()
    let discard = Button(icon: "user-trash-symbolic", tooltip: tr("Discard Text"), classes: ["flat"])
    let send = Button(icon: "document-send-symbolic", tooltip: tr("Send to Terminal"), classes: ["flat"])
    let status = StatusLine()

    /// The field with the dictated text of the tab in front.
    var preview: PreviewField {
        previews.front
    }

    init() {
        let column = Box.column(spacing: 4, classes: ["terminal-foot"])
        reference = column.reference
        let row = Box.row(spacing: 8)
        let buttons = Box.row()
        buttons.append(discard, send)
        for button in [discard, send] {
            button.align(nil, GTK_ALIGN_CENTER)
        }
        row.append(voice, previews, buttons)
        status.align(GTK_ALIGN_START)
        gtk_label_set_justify(status.opaque, GTK_JUSTIFY_LEFT)
        gtk_label_set_xalign(status.opaque, 0)
        column.append(status, row)
    }
}
