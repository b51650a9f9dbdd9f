import CGtk
import CGtkShim
import ParlandoPresenters

/// Search bar over the terminal: the text to find, buttons for the previous and next occurrence, a switch for upper and
/// lower case, and the result.
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

    /// Sets the page whose terminals are searched. Call once.
    func connect(to page: TerminalPage) {
        self.page = page
        entry.reference.connect("search-changed") { [weak self] in
            if let self {
                presenter?.find(text)
            }
        }
        for signal in ["activate", "next-match"] {
            entry.reference.connect(signal) { [weak self] in self?.findNext() }
        }
        entry.reference.connect("previous-match") { [weak self] in self?.findPrevious() }
        next.onClick { [weak self] in self?.findNext() }
        previous.onClick { [weak self] in self?.findPrevious() }
        close.onClick { [weak self] in self?.presenter?.closeFind() }
        matchCase.onToggle { [weak self] isOn in self?.presenter?.setMatchCase(isOn) }
        onEvent(GTK_PHASE_CAPTURE) { [weak self] event in self?.handles(InputEvent(event)) ?? false }
    }

    private var presenter: TerminalPresenter? {
        page?.presenterAfterEdits()
    }

    private func findNext() {
        presenter?.findNext(text)
    }

    private func findPrevious() {
        presenter?.findPrevious(text)
    }

    /// Handles a key that the text field does not handle itself: Shift+Enter for the previous match, and Escape to
    /// close the bar. Returns false for any other event.
    private func handles(_ event: InputEvent) -> Bool {
        guard event.kind == .keyDown else {
            return false
        }
        let isReturn = event.value == GDK_KEY_Return || event.value == GDK_KEY_KP_Enter
        if isReturn, event.isShiftHeld, hasFocus {
            findPrevious()
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

    /// Moves the keyboard focus into the entry and selects its text.
    func focus() {
        entry.grabFocus()
        gtk_editable_select_region(entry.opaque, 0, -1)
    }

    /// Whether the entry has the keyboard focus.
    var hasFocus: Bool {
        gtk_widget_get_state_flags(entry.widget).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    private var text: String {
        String(cString: gtk_editable_get_text(entry.opaque))
    }
}
