import CGtk
import ParlandoCore
import ParlandoPresenters

/// The list of pages and the chosen page, side by side or, in a narrow window, one at a time. A view switcher would
/// have no room for nine pages.
@MainActor final class PreferencesFrame {
    struct Page {
        let id: PreferencesPage
        let title: String
        let icon: String
        let content: Element
    }

    /// Another page is selected, or the window becomes active.
    var onTurn: (@MainActor () -> Void)?

    let window: Element
    private let pages: [Page]
    private let sidebar: PreferencesSidebar
    private let panes = TwoPanes()
    private let toasts = Toasts()
    private let stack = Element(gtk_stack_new())
    private let header = Element(adw_header_bar_new())
    private let title = Element(adw_window_title_new("", ""))
    private let back = Button(icon: "go-previous-symbolic", tooltip: tr("Back"))
    private let pane = Box.column()
    private let listTitle = tr("Preferences")

    init(_ pages: [Page], over parent: UnsafeMutablePointer<GtkWindow>) {
        self.pages = pages
        sidebar = PreferencesSidebar(pages)
        window = .window(listTitle, least: 360, over: parent, toasts)
        setUpWindow()
        setUpPane()
        panes.fill(list: sidebar, width: 220, detail: pane)
        panes.onFold { [weak self] in self?.showFolding() }
        panes.onTurn { [weak self] in self?.showTitle() }
        sidebar.onChoose = { [weak self] id in self?.open(id) }
        sidebar.onFind = { [weak self] found in
            self?.open(found.page)
            self?.reveal(found.row)
        }
        sidebar.onSearch = { [weak self] in self?.showList() }
        showFolding()
        pages.first.map { turn(to: $0) }
    }

    private func setUpWindow() {
        toasts.setChild(panes)
        gtk_search_entry_set_key_capture_widget(sidebar.search.opaque, window.widget)
        window.onKey { [weak self] event in self?.heeds(event) ?? false }
        window.reference.connect("notify::is-active") { [weak self] in self?.onTurn?() }
    }

    private func setUpPane() {
        for page in pages {
            gtk_stack_add_named(stack.opaque, page.content.widget, page.id.rawValue)
        }
        adw_header_bar_set_title_widget(header.opaque, title.widget)
        header.pack(start: [back])
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
        onTurn?()
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
        toasts.add(toast)
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

    /// Ctrl+F goes to the search.
    private func heeds(_ event: InputEvent) -> Bool {
        guard event.value == GDK_KEY_f, event.isControlHeld else {
            return false
        }
        showList()
        sidebar.search.grabFocus()
        return true
    }
}
