import CGtk
public import ParlandoPresenters

/// History window, with earlier translations. It shows view states and reports user actions; it makes no decisions.
///
/// Its widgets are created when it is first opened.
@MainActor public final class HistoryWindow {
    /// Receives the user's actions.
    public weak var delegate: (any HistoryViewDelegate)?

    private weak var main: MainWindow?
    private var window: Element?
    private let toasts = Reference(adw_toast_overlay_new())
    private var search: Element?
    private var list: Box?
    private var content: Element?
    private var empty: Element?
    private var preferences: Button?
    private var rows: [HistoryRow] = []
    private var state = HistoryViewState()

    /// Does not create the window yet.
    public init() {}

    func present(over main: MainWindow) {
        self.main = main
        let window = window ?? make(over: main)
        OpeningSize(width: 480, height: 600).apply(
            to: window, over: gtk_window_get_transient_for(window.reference.cast()))
        gtk_window_present(window.reference.cast())
        delegate?.historyViewDidOpen(self)
        search?.grabFocus()
    }

    private func make(over main: MainWindow) -> Element {
        let window = Element(adw_window_new())
        gtk_window_set_title(window.reference.cast(), tr("History"))
        gtk_window_set_modal(window.reference.cast(), 1)
        gtk_window_set_hide_on_close(window.reference.cast(), 1)
        main.adopt(window)
        let search = Element(gtk_search_entry_new(), classes: ["history-search"])
        search.setAccessibleLabel(tr("Search History"))
        search.reference.connect("search-changed") { [weak self] in self?.tellSearch() }
        search.reference.connect("stop-search") { [weak self] in self?.close() }
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        let column = Box.column()
        column.append(header, search, makeContent())
        adw_toast_overlay_set_child(toasts.opaque, column.widget)
        adw_window_set_content(window.reference.cast(), toasts.cast())
        self.window = window
        self.search = search
        show(state)
        return window
    }

    private func makeContent() -> Element {
        let list = Box.column(spacing: 6, classes: ["history-list"])
        let scroller = Element(gtk_scrolled_window_new())
        gtk_scrolled_window_set_child(scroller.opaque, list.widget)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        let empty = Element(adw_status_page_new())
        adw_status_page_set_icon_name(empty.opaque, "document-open-recent-symbolic")
        let preferences = Button(label: tr("Open Preferences"), classes: ["pill", "suggested-action"])
        preferences.align(GTK_ALIGN_CENTER)
        preferences.onClick { [weak self] in self?.tell { $1.historyViewDidPressPreferences($0) } }
        adw_status_page_set_child(empty.opaque, preferences.widget)
        let content = Element(gtk_stack_new())
        gtk_stack_add_named(content.opaque, empty.widget, "empty")
        gtk_stack_add_named(content.opaque, scroller.widget, "list")
        content.expand(vertical: true)
        self.list = list
        self.empty = empty
        self.content = content
        self.preferences = preferences
        return content
    }

    private func tell(_ news: (HistoryWindow, any HistoryViewDelegate) -> Void) {
        if let delegate {
            news(self, delegate)
        }
    }

    private func tellSearch() {
        guard let search else {
            return
        }
        let words = String(cString: gtk_editable_get_text(search.opaque))
        tell { $1.historyView($0, didSearch: words) }
    }

    private func show(_ state: HistoryViewState) {
        guard let list, let content, let empty, let preferences else {
            return
        }
        for row in rows {
            gtk_box_remove(list.reference.cast(), row.widget)
        }
        rows = state.entries.map { entry in
            let row = HistoryRow(entry)
            row.open.onClick { [weak self] in self?.tell { $1.historyView($0, didChoose: entry.id) } }
            row.remove.onClick { [weak self] in self?.tell { $1.historyView($0, didRemove: entry.id) } }
            return row
        }
        for row in rows {
            list.append(row)
        }
        adw_status_page_set_title(empty.opaque, state.emptyTitle)
        empty.reference.setStatusDescription(state.emptyText)
        preferences.isVisible = !state.isAllowed
        gtk_stack_set_visible_child_name(content.opaque, state.entries.isEmpty ? "empty" : "list")
    }
}

extension HistoryWindow: HistoryView {
    public func render(_ state: HistoryViewState) {
        self.state = state
        show(state)
    }

    public func showToast(_ text: String) {
        adw_toast_overlay_add_toast(toasts.opaque, Markup.toast(text))
    }

    public func openPreferences(_ part: PreferencesPart) {
        main?.openPreferences(part)
    }

    public func close() {
        if let window {
            gtk_window_close(window.reference.cast())
        }
    }
}
