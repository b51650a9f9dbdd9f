import CGtk
import CGtkShim
import ParlandoPresenters

/// The header bar and the list of files.
@MainActor final class FilesContent: Panel {
    let box = Box.column()
    let open = Button(icon: "document-open-symbolic", tooltip: tr("Open Files"), classes: ["flat"])
    let firstOpen = Button(label: tr("Open Files…"), classes: ["pill", "suggested-action"])
    private let cancelAll = Button(icon: "media-playback-stop-symbolic", tooltip: tr("Cancel All"), classes: ["flat"])
    private let clear = Button(icon: "edit-clear-all-symbolic", tooltip: tr("Remove Finished Files"), classes: ["flat"])
    private let list = Element(gtk_list_box_new(), classes: ["boxed-list"])
    private let content = Element(gtk_stack_new())
    private var rows: [FileRow] = []
    private weak var presenter: FilesPresenter?

    init(presenter: FilesPresenter?) {
        self.presenter = presenter
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        FittingTitle(tr("Files")).set(in: header)
        header.pack(start: [open], end: [clear, cancelAll])
        list.setAccessibleLabel(tr("Files"))
        list.align(nil, GTK_ALIGN_START)
        list.setMargins(horizontal: 12, top: 12, bottom: 18)
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        let empty = Element.statusPage(
            icon: "document-open-symbolic", title: tr("No Files"),
            note: tr("Open recordings or films, or drop them here, to turn their speech into text."))
        firstOpen.align(GTK_ALIGN_CENTER)
        adw_status_page_set_child(empty.opaque, firstOpen.widget)
        content.addPages(("empty", empty), ("list", Element.scroller(Element.clamp(list, width: 600))))
        content.expand(vertical: true)
        box.append(header, content)
        cancelAll.onClick { [weak self] in self?.presenter?.cancelAll() }
        clear.onClick { [weak self] in self?.presenter?.clear() }
    }

    func show(_ state: FilesViewState) {
        show(state.rows)
        content.showPage(state.rows.isEmpty ? "empty" : "list")
        cancelAll.isVisible = state.canCancelAll
        clear.isVisible = state.canClear
    }

    /// A row that was shown before is updated in place, so the keyboard focus is kept.
    private func show(_ files: [FilesViewState.Row]) {
        if rows.map(\.id) != files.map(\.id) {
            let known = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
            let ids = Set(files.map(\.id))
            for row in rows where !ids.contains(row.id) {
                gtk_list_box_remove(list.opaque, row.widget)
            }
            rows = files.map { known[$0.id] ?? FileRow($0, presenter: presenter) }
            for (index, row) in rows.enumerated() {
                move(row, to: Int32(index))
            }
        }
        for (row, file) in zip(rows, files) {
            row.show(file)
        }
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

@MainActor final class FileRow: Widget {
    let reference = Reference(gtk_list_box_row_new())
    let id: FilesViewState.Row.ID
    private let name = Label(classes: ["heading"], xalign: 0)
    private let folder = Label(classes: ["dim-label", "caption"], xalign: 0)
    private let icon = Element(gtk_image_new())
    private let spinner = Element(gtk_spinner_new())
    private let status = Label.note("caption", "numeric")
    private let bar = Element(gtk_progress_bar_new())
    private let buttons = Box.row()
    private let corner = Box.row()
    private var made: [Button] = []
    private var shown: FilesViewState.Row?
    private weak var presenter: FilesPresenter?

    init(_ row: FilesViewState.Row, presenter: FilesPresenter?) {
        self.presenter = presenter
        id = row.id
        gtk_list_box_row_set_activatable(reference.cast(), 0)
        for label in [name, folder] {
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
        }
        name.expand(horizontal: true)
        status.expand(horizontal: true)
        icon.align(nil, GTK_ALIGN_START)
        spinner.align(nil, GTK_ALIGN_START)
        corner.align(nil, GTK_ALIGN_CENTER)
        parlando_use_wrap_layout(buttons.widget, PARLANDO_WRAP_AT_END, 6)
        let head = Box.row(spacing: 6)
        head.append(name, corner)
        let line = Box.row(spacing: 6)
        line.append(icon, spinner, status)
        let column = Box.column(spacing: 4, classes: ["file-row"])
        column.append(head, folder, line, bar, buttons)
        gtk_list_box_row_set_child(reference.cast(), column.widget)
    }

    func show(_ row: FilesViewState.Row) {
        let change = Change(old: shown, new: row)
        shown = row
        change.on(\.name) { name.text = $0 }
        change.on(\.folder) { folder.show($0) }
        change.on(\.status) { status.text = $0 }
        change.on(\.tone) { show(tone: $0) }
        change.on(\.isBusy) { spinner.spin($0) }
        change.on(\.fraction) { fraction in
            bar.isVisible = fraction != nil
            gtk_progress_bar_set_fraction(bar.opaque, fraction ?? 0)
        }
        change.on(\.actions) { show($0) }
        bar.setAccessibleLabel(row.name)
        let description = [row.name, row.folder, row.status].filter { !$0.isEmpty }.joined(separator: ", ")
        setAccessibleLabel(description)
    }

    private func show(tone: FilesViewState.Row.Tone) {
        icon.isVisible = tone != .plain
        icon.setClass("warning", tone == .warning)
        icon.setClass("error", tone == .failure)
        gtk_image_set_from_icon_name(
            icon.opaque, tone == .failure ? "dialog-error-symbolic" : "dialog-warning-symbolic")
    }

    /// The button that cancels or removes is in the row's corner, the others are below the text.
    private func show(_ actions: [FilesViewState.Action]) {
        for button in made {
            let parent = UnsafeMutableRawPointer(gtk_widget_get_parent(button.widget))
            gtk_box_remove(parent?.assumingMemoryBound(to: GtkBox.self), button.widget)
        }
        made = actions.map { action in
            let isInCorner = action.kind == .cancel || action.kind == .remove
            let button = isInCorner ? cornerButton(action) : Button(label: action.label)
            if !isInCorner {
                button.wrap()
            }
            button.setAccessibleLabel(action.name)
            button.onClick { [weak self, id] in self?.presenter?.press(action.kind, of: id) }
            (isInCorner ? corner : buttons).append(button)
            return button
        }
        buttons.isVisible = gtk_widget_get_first_child(buttons.widget) != nil
    }

    private func cornerButton(_ action: FilesViewState.Action) -> Button {
        let icon = action.kind == .cancel ? "media-playback-stop-symbolic" : "list-remove-symbolic"
        return Button(icon: icon, tooltip: action.label, classes: ["flat", "circular"])
    }
}
