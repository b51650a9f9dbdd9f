import CGtk
import CGtkShim
import ParlandoCore
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

@MainActor final class FindBar: Panel {
    let box = Box.column(spacing: 2, classes: ["find-bar"])
    private let entry = Element(gtk_search_entry_new())
    private let previous = Button(icon: "go-up-symbolic", tooltip: tr("Previous Match"), classes: ["flat"])
    private let next = Button(icon: "go-down-symbolic", tooltip: tr("Next Match"), classes: ["flat"])
    private let matchCase = ToggleButton(label: tr("Aa"), tooltip: tr("Match Case"), classes: ["flat"])
    private let close = Button(icon: "window-close-symbolic", tooltip: tr("Close Search"), classes: ["flat"])
    private let status = StatusLine()
    private weak var page: TerminalPage?

    init() {
        let row = Box.row(spacing: 2)
        entry.expand(horizontal: true)
        entry.setAccessibleLabel(tr("Find in Terminal"))
        gtk_editable_set_width_chars(entry.opaque, 6)
        row.append(entry, previous, next, matchCase, close)
        status.align(GTK_ALIGN_START)
        box.append(row, status)
        isVisible = false
    }

    /// Call once.
    func connect(to page: TerminalPage) {
        self.page = page
        entry.reference.connect("search-changed") { [weak self] in
            if let self {
                presenter?.find(entry.typed)
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
        presenter?.find(entry.typed, direction)
    }

    /// Handles Shift+Enter for the previous match, and Escape to close the bar.
    private func handles(_ event: InputEvent) -> Bool {
        guard event.kind == .keyDown else {
            return false
        }
        if event.isEnter, event.isShiftHeld, hasFocus {
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
}
