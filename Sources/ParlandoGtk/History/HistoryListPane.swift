import CGtk
import CGtkShim
import ParlandoPresenters

/// The entries with their search field, and a bar for the selection of several entries.
@MainActor final class HistoryListPane: Panel {
    let box = Box.column(classes: ["history-pane"])
    let header = Element(adw_header_bar_new(), classes: ["flat"])
    let search = Element(gtk_search_entry_new(), classes: ["history-search"])
    let choose = ToggleButton(icon: "selection-mode-symbolic", tooltip: tr("Select Entries"), classes: ["flat"])
    let chooseAll = Button(label: tr("Select All"), classes: ["flat"])
    let export = Button(icon: "document-save-symbolic", tooltip: tr("Save…"), classes: ["flat"])
    let remove = Button(label: tr("Delete"), classes: ["destructive-action"])
    let preferences = Button(label: tr("Open Preferences"), classes: ["pill", "suggested-action"])
    var onPressEntry: (@MainActor (HistoryViewState.Entry.ID) -> Void)?
    private let list = Element(gtk_list_box_new(), classes: ["navigation-sidebar"])
    private let scroller: Element
    private let empty = Element.statusPage(icon: "document-open-recent-symbolic")
    private let content = Element(gtk_stack_new())
    private let bar = Element(gtk_action_bar_new())
    private let count = Label(classes: ["caption"])
    private var rows: [HistoryRow] = []
    private var place: Reference?

    init() {
        scroller = .scroller(list)
        let title = Element(adw_window_title_new(tr("History"), ""))
        adw_header_bar_set_title_widget(header.opaque, title.widget)
        header.pack(start: [choose])
        search.setAccessibleLabel(tr("Search History"))
        makeContent()
        gtk_action_bar_pack_start(bar.opaque, chooseAll.widget)
        gtk_action_bar_set_center_widget(bar.opaque, count.widget)
        gtk_action_bar_pack_end(bar.opaque, remove.widget)
        gtk_action_bar_pack_end(bar.opaque, export.widget)
        box.append(header, search, content, bar)
    }

    private func makeContent() {
        list.setAccessibleLabel(tr("History"))
        parlando_use_headings(list.opaque)
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_SINGLE)
        list.reference.connect("row-activated") { [weak self] in self?.tellPressed() }
        preferences.align(GTK_ALIGN_CENTER)
        adw_status_page_set_child(empty.opaque, preferences.widget)
        content.addPages(("empty", empty), ("list", scroller))
        content.expand(vertical: true)
    }

    /// Runs `body` whenever the user scrolls to within half a page of the end of the list.
    func onEnd(_ body: @escaping @MainActor () -> Void) {
        let position = Reference(gtk_scrolled_window_get_vadjustment(scroller.opaque))
        position.connect("value-changed") { [weak position] in
            guard let adjustment: UnsafeMutablePointer<GtkAdjustment> = position?.cast() else {
                return
            }
            let page = gtk_adjustment_get_page_size(adjustment)
            let left = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_value(adjustment) - page
            if left < page / 2 {
                body()
            }
        }
        place = position
    }

    private func tellPressed() {
        guard let row = gtk_list_box_get_selected_row(list.opaque) else {
            return
        }
        let index = Int(gtk_list_box_row_get_index(row))
        if rows.indices.contains(index) {
            onPressEntry?(rows[index].id)
        }
    }

    func show(_ state: HistoryViewState) {
        show(state.entries, isChoosing: state.isChoosing)
        if rows.isEmpty {
            adw_status_page_set_title(empty.opaque, state.emptyTitle)
            empty.reference.setStatusDescription(state.emptyText)
        }
        preferences.isVisible = state.offersPreferences
        content.showPage(rows.isEmpty ? "empty" : "list")
        choose.show(state.isChoosing)
        choose.isSensitive = !rows.isEmpty || state.isChoosing
        bar.isVisible = state.isChoosing
        count.text = state.choice
        for button in [export, remove] {
            button.isSensitive = state.canRemoveChosen
        }
        let front = rows.first { $0.id == state.detail?.id && !state.isChoosing }
        gtk_list_box_select_row(list.opaque, front?.reference.cast())
    }

    /// A row that was shown before is updated in place, so focus and scroll position are kept.
    private func show(_ entries: [HistoryViewState.Entry], isChoosing: Bool) {
        if rows.map(\.id) != entries.map(\.id) {
            let kept = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
            for row in rows {
                gtk_list_box_remove(list.opaque, row.widget)
            }
            rows = entries.map { kept[$0.id] ?? HistoryRow($0) }
            for row in rows {
                gtk_list_box_append(list.opaque, row.widget)
            }
        }
        for (row, entry) in zip(rows, entries) {
            row.show(entry, isChoosing: isChoosing)
        }
    }
}

@MainActor final class HistoryRow: Widget {
    let reference = Reference(gtk_list_box_row_new())
    let id: HistoryViewState.Entry.ID
    private let check = Element(gtk_check_button_new())
    private let title = Label(xalign: 0)
    private let text = Label(classes: ["dim-label"], xalign: 0)
    private let caption = Label(classes: ["dim-label", "caption", "numeric"], xalign: 0)
    private var shown: HistoryViewState.Entry?

    init(_ entry: HistoryViewState.Entry) {
        id = entry.id
        let texts = Box.column(spacing: 2)
        for label in [title, text, caption] {
            label.shorten()
            texts.append(label)
        }
        for label in [title, text] {
            label.wrap()
            gtk_label_set_lines(label.opaque, 2)
        }
        texts.expand(horizontal: true)
        // A press on the row selects the entry. A second focusable control would complicate keyboard navigation.
        gtk_widget_set_can_target(check.widget, 0)
        gtk_widget_set_focusable(check.widget, 0)
        check.align(nil, GTK_ALIGN_CENTER)
        let row = Box.row(spacing: 6)
        row.append(check, texts)
        gtk_list_box_row_set_child(reference.cast(), row.widget)
    }

    func show(_ entry: HistoryViewState.Entry, isChoosing: Bool) {
        check.isVisible = isChoosing
        gtk_check_button_set_active(check.reference.cast(), entry.isChosen.gboolean)
        guard entry != shown else {
            return
        }
        shown = entry
        parlando_set_heading(reference.cast(), entry.heading)
        title.text = entry.title
        text.show(entry.text)
        caption.text = entry.caption
        parlando_set_right_to_left(title.widget, entry.isTitleRightToLeft)
        parlando_set_right_to_left(text.widget, entry.isTextRightToLeft)
        let spoken = [entry.title, entry.text, entry.caption].filter { !$0.isEmpty }.joined(separator: ", ")
        setAccessibleLabel(spoken)
        check.setAccessibleLabel(spoken)
    }
}
