import CGtk
import ParlandoPresenters

/// Header of the terminal: name of the computer or connection, state of the session, and a close button.
@MainActor final class TerminalHead: Widget {
    let reference: Reference
    let close = Button(icon: "window-close-symbolic", tooltip: tr("Close Terminal"), classes: ["flat", "circular"])
    private let title = Label(classes: ["heading"])
    private let connection = Label(classes: ["dim-label", "caption"])

    init() {
        let row = Box.row(spacing: 10, classes: ["terminal-head"])
        reference = row.reference
        title.shorten()
        connection.expand(horizontal: true)
        gtk_label_set_xalign(connection.opaque, 0)
        row.append(title, connection, close)
    }

    func show(title text: String) {
        title.text = text
        title.setTooltip(text)
    }

    func show(connection text: String) {
        connection.text = text
    }
}
