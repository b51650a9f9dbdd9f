import CGtk
import ParlandoCore
import ParlandoPresenters

/// The list of pages and the chosen page, side by side or, in a narrow window, one at a time. A view switcher would
/// have no room for seven pages.
@MainActor final class PreferencesFrame {
    struct Page {
        let id: PreferencesPage
        let title: String
        let icon: String
        /// An `AdwPreferencesPage`.
        let content: Element
    }

    let window = Element(adw_window_new())
    private let pages: [Page]
    private let sidebar: PreferencesSidebar
    private let panes = TwoPanes()
    private let toasts = Element(adw_toast_overlay_new())
    private let stack = Element(gtk_stack_new())
    private let header = Element(adw_header_bar_new())
    private let title = Element(adw_window_title_new("", ""))
    private let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"))
    private let pane = Box.column()
    private let listTitle = tr("Preferences")
    private var turned: (@MainActor () -> Void)?

    init(_ pages: [Page]) {
        self.pages = pages
        sidebar = PreferencesSidebar(pages)
        setUpWindow()
        setUpPane()
        panes.fill(list: sidebar, width: 220, detail: pane)
        panes.onFold { [weak self] in self?.showFolding() }
        panes.onTurn { [weak self] in self?.showTitle() }
        sidebar.onChoose { [weak self] id in self?.open(id) }
        sidebar.onFind { [weak self] id, row in
            self?.open(id)
            self?.reveal(row)
        }
        sidebar.onSearch { [weak self] in self?.showList() }
        showFolding()
        pages.first.map { turn(to: $0) }
    }

    private func setUpWindow() {
        gtk_window_set_hide_on_close(window.reference.cast(), 1)
        gtk_widget_set_size_request(window.widget, MainWindow.minimumWidth, 360)
        adw_toast_overlay_set_child(toasts.opaque, panes.widget)
        adw_window_set_content(window.reference.cast(), toasts.widget)
        gtk_search_entry_set_key_capture_widget(sidebar.search.opaque, window.widget)
        window.onEvent(GTK_PHASE_BUBBLE) { [weak self] event in self?.heeds(event) ?? false }
        window.reference.connect("notify::is-active") { [weak self] in self?.turned?() }
    }

    private func setUpPane() {
        for page in pages {
            gtk_stack_add_named(stack.opaque, page.content.widget, page.id.rawValue)
        }
        adw_header_bar_set_title_widget(header.opaque, title.widget)
        adw_header_bar_pack_start(header.opaque, back.widget)
        back.onClick { [weak self] in self?.showList() }
        stack.expand(vertical: true)
        // A page that needs more room must not widen the others.
        gtk_stack_set_hhomogeneous(stack.opaque, 0)
        pane.append(header, stack)
    }

    /// In a narrow window, the list may be visible instead.
    private(set) var front = PreferencesPage.general

    var isActive: Bool {
        gtk_window_is_active(window.reference.cast()) != 0
    }

    /// Another page is selected, or the window becomes active.
    func onTurn(_ body: @escaping @MainActor () -> Void) {
        turned = body
    }

    func showList() {
        panes.show(sidebar)
    }

    /// In a narrow window, takes the place of the list.
    func open(_ id: PreferencesPage) {
        pages.first { $0.id == id }.map { turn(to: $0) }
        panes.show(pane)
    }

    private func turn(to page: Page) {
        front = page.id
        gtk_stack_set_visible_child_name(stack.opaque, page.id.rawValue)
        adw_window_title_set_title(title.opaque, page.title)
        sidebar.select(page.id)
        showTitle()
        turned?()
    }

    /// Focuses a row once it has been laid out, so that its page scrolls there. Expands the advanced group it may be
    /// in.
    func reveal(_ row: any Widget) {
        if let expander = gtk_widget_get_ancestor(row.widget, adw_expander_row_get_type()) {
            adw_expander_row_set_expanded(Reference(expander).cast(), 1)
        }
        row.onTick { _ in
            guard gtk_widget_get_mapped(row.widget) != 0, gtk_widget_get_height(row.widget) > 0 else {
                return true
            }
            row.grabFocus()
            return false
        }
    }

    func add(_ toast: OpaquePointer?) {
        adw_toast_overlay_add_toast(toasts.opaque, toast)
    }

    private func showFolding() {
        panes.showFolding(listHeader: sidebar.header, detailHeader: header, back: back)
        showTitle()
    }

    /// That of the page if only the page is visible.
    private func showTitle() {
        let page = pages.first { $0.id == front }?.title ?? listTitle
        gtk_window_set_title(window.reference.cast(), panes.isAlone(pane) ? page : listTitle)
    }

    /// Keys that no widget has used: Escape closes the window, Ctrl+F goes to the search.
    private func heeds(_ event: OpaquePointer) -> Bool {
        guard gdk_event_get_event_type(event) == GDK_KEY_PRESS else {
            return false
        }
        switch (Int32(bitPattern: gdk_key_event_get_keyval(event)), gdk_event_get_modifier_state(event)) {
        case (GDK_KEY_Escape, _):
            gtk_window_close(window.reference.cast())
        case (GDK_KEY_f, let keys) where keys.rawValue & GDK_CONTROL_MASK.rawValue != 0:
            showList()
            sidebar.search.grabFocus()
        default:
            return false
        }
        return true
    }
}
