import CGtk
import CGtkShim
import ParlandoPresenters

@MainActor final class TerminalHead: Panel {
    let box = Box.row(classes: ["terminal-head"])
    let back: Button
    let find = Button(icon: "edit-find-symbolic", tooltip: tr("Find"), classes: ["flat"])
    let newTab = Button(icon: "tab-new-symbolic", tooltip: tr("New Tab"), classes: ["flat"])
    let connection = Label(classes: ["dim-label", "caption"], xalign: 1)
    private let title = Label(classes: ["caption-heading"], xalign: 1)

    init() {
        back = Button(
            icon: "go-previous-symbolic", label: tr("Connections"), tooltip: tr("Back to Connections"),
            classes: ["flat"])
        title.shorten()
        let session = Box.column()
        session.align(nil, GTK_ALIGN_CENTER)
        session.append(title, connection)
        let buttons = Box.row()
        buttons.append(find, newTab)
        box.append(back, session, buttons)
        parlando_use_wrap_layout(box.widget, PARLANDO_WRAP_ENDS, 6)
    }

    func show(title text: String) {
        title.text = text
        title.setTooltip(text)
    }
}
