import CGtk
import CGtkShim
import ParlandoCore
import ParlandoPresenters

/// List of the pages; during a search, the rows that were found.
@MainActor final class PreferencesSidebar: Panel {
    var onChoose: (@MainActor (PreferencesPage) -> Void)?
    var onFind: (@MainActor (FoundRow) -> Void)?
    var onSearch: (@MainActor () -> Void)?

    let box = Box.column(classes: ["history-pane"])
    let header = Element(adw_header_bar_new(), classes: ["flat"])
    let search = Element(gtk_search_entry_new(), classes: ["history-search"])
    private let pages: [PreferencesFrame.Page]
    private let list = Element(gtk_list_box_new(), classes: ["navigation-sidebar"])
    private let results = Element(gtk_list_box_new(), classes: ["navigation-sidebar"])
    private let content = Element(gtk_stack_new())
    private var found: [FoundRow] = []

    init(_ pages: [PreferencesFrame.Page]) {
        self.pages = pages
        let title = Element(adw_window_title_new(tr("Preferences"), ""))
        adw_header_bar_set_title_widget(header.opaque, title.widget)
        search.setAccessibleLabel(tr("Search Preferences"))
        list.setAccessibleLabel(tr("Pages"))
        results.setAccessibleLabel(tr("Results"))
        for page in pages {
            let row = Self.row(page.title, icon: page.icon)
            gtk_list_box_append(list.opaque, row.widget)
        }
        let nothing = Element.statusPage(
            icon: "edit-find-symbolic", title: tr("No Results Found"), note: tr("Try a different search."))
        content.addPages(
            ("pages", Element.scroller(list)), ("results", Element.scroller(results)), ("nothing", nothing))
        content.expand(vertical: true)
        box.append(header, search, content)
        list.reference.connect("row-activated") { [weak self] in self?.tellChosen() }
        results.reference.connect("row-activated") { [weak self] in self?.tellFound() }
        search.reference.connect("search-changed") { [weak self] in self?.find() }
        search.reference.connect("stop-search") { [weak self] in self?.stopSearch() }
        search.reference.connect("activate") { [weak self] in self?.tellFirstFound() }
    }

    func select(_ id: PreferencesPage) {
        let index = pages.firstIndex { $0.id == id }
        gtk_list_box_select_row(list.opaque, index.flatMap { gtk_list_box_get_row_at_index(list.opaque, Int32($0)) })
    }

    private func tellChosen() {
        if let index = Self.selected(in: list), pages.indices.contains(index) {
            onChoose?(pages[index].id)
        }
    }

    // MARK: Search

    private func find() {
        let words = search.typed
        let isSearching = words.contains { !$0.isWhitespace }
        let rows = isSearching ? pages.flatMap(FoundRow.all) : []
        found = PreferencesIndex(rows.map(\.entry)).matches(words).map { rows[$0] }
        while let row = gtk_list_box_get_row_at_index(results.opaque, 0) {
            let old = Element(Reference(row))
            gtk_list_box_remove(results.opaque, old.widget)
        }
        for row in found {
            let result = Self.row(row.entry.title, note: row.entry.page)
            gtk_list_box_append(results.opaque, result.widget)
        }
        content.showPage(isSearching ? (found.isEmpty ? "nothing" : "results") : "pages")
        if isSearching {
            onSearch?()
        }
    }

    private func stopSearch() {
        search.typed = ""
        list.grabFocus()
    }

    private func tellFound() {
        if let index = Self.selected(in: results), found.indices.contains(index) {
            onFind?(found[index])
        }
    }

    private func tellFirstFound() {
        if let first = found.first {
            onFind?(first)
        }
    }

    // MARK: Rows

    private static func selected(in list: Element) -> Int? {
        gtk_list_box_get_selected_row(list.opaque).map { Int(gtk_list_box_row_get_index($0)) }
    }

    private static func row(_ title: String, note: String = "", icon: String? = nil) -> Element {
        let row = Element(gtk_list_box_row_new())
        let content = Box.row(spacing: 12)
        if let icon {
            content.append(Element(gtk_image_new_from_icon_name(icon)))
        }
        let texts = Box.column(spacing: 2)
        for (text, classes) in [(title, []), (note, ["dim-label", "caption"])] where !text.isEmpty {
            let label = Label(text, classes: classes, xalign: 0)
            label.wrap()
            texts.append(label)
        }
        texts.expand(horizontal: true)
        texts.align(nil, GTK_ALIGN_CENTER)
        content.append(texts)
        gtk_list_box_row_set_child(row.reference.cast(), content.widget)
        row.setAccessibleLabel([title, note].filter { !$0.isEmpty }.joined(separator: ", "))
        return row
    }
}

@MainActor struct FoundRow {
    let page: PreferencesPage
    let row: Element
    let entry: PreferencesIndex.Entry

    /// The visible rows, in their order.
    static func all(of page: PreferencesFrame.Page) -> [FoundRow] {
        rows(in: page.content.widget).map { row in
            let title = adw_preferences_row_get_title(row.reference.cast()).map { String(cString: $0) } ?? ""
            let isNoted = isA(row.widget, adw_action_row_get_type())
            let note = isNoted ? adw_action_row_get_subtitle(row.reference.cast()).map { String(cString: $0) } : nil
            return FoundRow(
                page: page.id, row: row,
                entry: PreferencesIndex.Entry(title: title, note: note ?? "", page: page.title))
        }
    }

    private static func rows(in widget: UnsafeMutablePointer<GtkWidget>) -> [Element] {
        guard gtk_widget_get_visible(widget) != 0 else {
            return []
        }
        let isExpander = isA(widget, adw_expander_row_get_type())
        if !isExpander, isA(widget, adw_preferences_row_get_type()) {
            return [Element(widget)]
        }
        var rows: [Element] = []
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            rows += Self.rows(in: next)
            child = gtk_widget_get_next_sibling(next)
        }
        // An expander row contains a row that holds only the expander's own title.
        return isExpander ? Array(rows.dropFirst()) : rows
    }

    private static func isA(_ widget: UnsafeMutablePointer<GtkWidget>, _ type: GType) -> Bool {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, type) != 0
    }
}
