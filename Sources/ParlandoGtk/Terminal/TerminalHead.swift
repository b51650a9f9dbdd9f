import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

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

@MainActor final class FindBar: Widget {
    let reference: Reference
    private let entry = Element(gtk_search_entry_new())
    private let previous = Button(icon: "go-up-symbolic", tooltip: tr("Previous Match"), classes: ["flat"])
    private let next = Button(icon: "go-down-symbolic", tooltip: tr("Next Match"), classes: ["flat"])
    private let matchCase = ToggleButton(label: tr("Aa"), tooltip: tr("Match Case"), classes: ["flat"])
    private let close = Button(icon: "window-close-symbolic", tooltip: tr("Close Search"), classes: ["flat"])
    private let status = StatusLine()
    private weak var page: TerminalPage?

    init() {
        let column = Box.column(spacing: 2, classes: ["find-bar"])
        reference = column.reference
        let row = Box.row(spacing: 2)
        entry.expand(horizontal: true)
        entry.setAccessibleLabel(tr("Find in Terminal"))
        gtk_editable_set_width_chars(entry.opaque, 6)
        row.append(entry, previous, next, matchCase, close)
        status.align(GTK_ALIGN_START)
        column.append(row, status)
        isVisible = false
    }

    /// Call once.
    func connect(to page: TerminalPage) {
        self.page = page
        entry.reference.connect("search-changed") { [weak self] in
            if let self {
                presenter?.find(text)
            }
        }
        for signal in ["activate", "next-match"] {
            entry.reference.connect(signal) { [weak self] in self?.find(.down) }
        }
        entry.reference.connect("previous-match") { [weak self] in self?.find(.up) }
        next.onClick { [weak self] in self?.find(.down) }
        previous.onClick { [weak self] in self?.find(.up) }
        close.onClick { [weak self] in self?.presenter?.closeFind() }
        matchCase.onToggle { [weak self] isOn in self?.presenter?.setMatchCase(isOn) }
        onEvent(GTK_PHASE_CAPTURE) { [weak self] event in self?.handles(InputEvent(event)) ?? false }
    }

    private var presenter: TerminalPresenter? {
        page?.presenterAfterEdits()
    }

    private func find(_ direction: TerminalSearch.Direction) {
        presenter?.find(text, direction)
    }

    /// Handles Shift+Enter for the previous match, and Escape to close the bar.
    private func handles(_ event: InputEvent) -> Bool {
        guard event.kind == .keyDown else {
            return false
        }
        let isReturn = event.value == GDK_KEY_Return || event.value == GDK_KEY_KP_Enter
        if isReturn, event.isShiftHeld, hasFocus {
            find(.up)
            return true
        }
        if event.value == GDK_KEY_Escape {
            presenter?.closeFind()
            return true
        }
        return false
    }

    func show(_ find: TerminalViewState.Find?) {
        isVisible = find != nil
        guard let find else {
            return
        }
        matchCase.show(find.isCaseSensitive)
        entry.setClass("error", find.isMissing)
        status.show(find.status)
        status.isVisible = !find.status.isEmpty
    }

    func focus() {
        entry.grabFocus()
        gtk_editable_select_region(entry.opaque, 0, -1)
    }

    var hasFocus: Bool {
        gtk_widget_get_state_flags(entry.widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    private var text: String {
        String(cString: gtk_editable_get_text(entry.opaque))
    }
}
