import CGtk
import CGtkShim
import ParlandoPresenters

/// Header of the terminal: a button back to the connections, the name of the computer or connection, the state of the
/// session, and buttons for the search bar and a new tab.
@MainActor final class TerminalHead: Widget {
    let reference: Reference
    let back: Button
    let find = Button(icon: "edit-find-symbolic", tooltip: tr("Find"), classes: ["flat"])
    let newTab = Button(icon: "tab-new-symbolic", tooltip: tr("New Tab"), classes: ["flat"])
    private let title = Label(classes: ["caption-heading"])
    private let connection = Label(classes: ["dim-label", "caption"])

    init() {
        let row = Box.row(classes: ["terminal-head"])
        reference = row.reference
        back = Button(
            icon: "go-previous-symbolic", label: tr("Connections"), tooltip: tr("Back to Connections"),
            classes: ["flat"])
        title.shorten()
        let session = Box.column()
        session.align(nil, GTK_ALIGN_CENTER)
        for label in [title, connection] {
            gtk_label_set_xalign(label.opaque, 1)
            session.append(label)
        }
        let buttons = Box.row()
        buttons.append(find, newTab)
        row.append(back, session, buttons)
        parlando_use_wrap_layout(row.widget, PARLANDO_WRAP_ENDS, 6)
    }

    func show(title text: String) {
        title.text = text
        title.setTooltip(text)
    }

    func show(connection text: String) {
        connection.text = text
    }
}
