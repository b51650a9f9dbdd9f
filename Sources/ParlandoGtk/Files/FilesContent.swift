import CGtk
import ParlandoPresenters

/// The content of the files window: its header bar and the list of files.
@MainActor final class FilesContent: Widget {
    let reference: Reference
    let open = Button(icon: "document-open-symbolic", tooltip: tr("Open Files"), classes: ["flat"])
    let firstOpen = Button(label: tr("Open Files…"), classes: ["pill", "suggested-action"])
    let cancelAll = Button(icon: "media-playback-stop-symbolic", tooltip: tr("Cancel All"), classes: ["flat"])
    let clear = Button(icon: "edit-clear-all-symbolic", tooltip: tr("Remove Finished Files"), classes: ["flat"])
    private let list = Element(gtk_list_box_new(), classes: ["boxed-list"])
    private let content = Element(gtk_stack_new())
    private var rows: [FileRow] = []
    private var pressed: (@MainActor (FileRow.Kind, FilesViewState.Row.ID) -> Void)?

    init() {
        let column = Box.column()
        reference = column.reference
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        FittingTitle(tr("Files")).set(in: header)
        adw_header_bar_pack_start(header.opaque, open.widget)
        adw_header_bar_pack_end(header.opaque, clear.widget)
        adw_header_bar_pack_end(header.opaque, cancelAll.widget)
        list.setAccessibleLabel(tr("Files"))
        list.align(nil, GTK_ALIGN_START)
        list.setMargins(horizontal: 12, top: 12, bottom: 18)
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        let clamp = Element(adw_clamp_new())
        adw_clamp_set_child(clamp.opaque, list.widget)
        let scroller = Element(gtk_scrolled_window_new())
        gtk_scrolled_window_set_child(scroller.opaque, clamp.widget)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        let empty = Element(adw_status_page_new(), classes: ["compact"])
        adw_status_page_set_icon_name(empty.opaque, "document-open-symbolic")
        adw_status_page_set_title(empty.opaque, tr("No Files"))
        empty.reference.setStatusDescription(
            tr("Open recordings or films, or drop them here, to turn their speech into text."))
        firstOpen.align(GTK_ALIGN_CENTER)
        adw_status_page_set_child(empty.opaque, firstOpen.widget)
        gtk_stack_add_named(content.opaque, empty.widget, "empty")
        gtk_stack_add_named(content.opaque, scroller.widget, "list")
        content.expand(vertical: true)
        column.append(header, content)
    }

    /// Runs `body` whenever a button in a file's row is pressed. `body` gets the button's command and the file's ID.
    func onPress(_ body: @escaping @MainActor (FileRow.Kind, FilesViewState.Row.ID) -> Void) {
        pressed = body
    }

    func show(_ state: FilesViewState) {
        show(state.rows)
        gtk_stack_set_visible_child_name(content.opaque, state.rows.isEmpty ? "empty" : "list")
        cancelAll.isVisible = state.canCancelAll
        clear.isVisible = state.canClear
    }

    /// Shows the files. The row of a file that was shown before is updated in place, so the keyboard focus is kept.
    private func show(_ files: [FilesViewState.Row]) {
        if rows.map(\.id) != files.map(\.id) {
            let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
            let ids = Set(files.map(\.id))
            for row in rows where !ids.contains(row.id) {
                gtk_list_box_remove(list.opaque, row.widget)
            }
            rows = files.map { known[$0.id] ?? make($0) }
            for (index, row) in rows.enumerated() {
                move(row, to: Int32(index))
            }
        }
        for (row, file) in zip(rows, files) {
            row.show(file)
        }
    }

    private func make(_ file: FilesViewState.Row) -> FileRow {
        let row = FileRow(file)
        row.onPress { [weak self, id = file.id] kind in self?.pressed?(kind, id) }
        return row
    }

    private func move(_ row: FileRow, to index: Int32) {
        guard gtk_list_box_row_get_index(row.reference.cast()) != index else {
            return
        }
        if gtk_widget_get_parent(row.widget) != nil {
            gtk_list_box_remove(list.opaque, row.widget)
        }
        gtk_list_box_insert(list.opaque, row.widget, index)
    }
}
