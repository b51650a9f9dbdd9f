import CGtk
import CGtkShim
import ParlandoPresenters

/// The header bar and the list of files.
@MainActor final class FilesContent: Panel {
    let box = Box.column()
    let open = Button(icon: "document-open-symbolic", tooltip: tr("Open Files"), classes: ["flat"])
    let firstOpen = Button(label: tr("Open Files…"), classes: ["pill", "suggested-action"])
    private let cancelAll = Button(icon: "media-playback-stop-symbolic", tooltip: tr("Cancel All"), classes: ["flat"])
    let saveAll = Button(icon: "document-save-symbolic", tooltip: tr("Save All…"), classes: ["flat"])
    private let clear = Button(icon: "edit-clear-all-symbolic", tooltip: tr("Remove Finished Files"), classes: ["flat"])
    private let total = ProgressStrip()
    private let note = Label.note()
    private let list = Element(gtk_list_box_new(), classes: ["boxed-list"])
    private let content = Element(gtk_stack_new())
    private var rows: [FileRow] = []
    private weak var presenter: FilesPresenter?

    init(presenter: FilesPresenter?) {
        self.presenter = presenter
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        FittingTitle(tr("Files")).set(in: header)
        header.pack(start: [open], end: [clear, cancelAll, saveAll])
        let head = Box.column(spacing: 6)
        head.append(total, note)
        head.setMargins(horizontal: 12)
        list.setAccessibleLabel(tr("Files"))
        list.align(nil, GTK_ALIGN_START)
        list.setMargins(horizontal: 12, top: 12, bottom: 18)
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        let empty = Element.statusPage(
            icon: "document-open-symbolic", title: tr("No Files"),
            note: tr("Open recordings or videos, or drop them here, to turn their speech into text."))
        firstOpen.align(GTK_ALIGN_CENTER)
        adw_status_page_set_child(empty.opaque, firstOpen.widget)
        content.addPages(("empty", empty), ("list", Element.scroller(Element.clamp(list, width: 600))))
        content.expand(vertical: true)
        box.append(header, Element.clamp(head, width: 600), content)
        cancelAll.onClick { [weak self] in self?.presenter?.cancelAll() }
        clear.onClick { [weak self] in self?.presenter?.clear() }
    }

    func show(_ state: FilesViewState) {
        show(state.rows)
        content.showPage(state.rows.isEmpty ? "empty" : "list")
        total.show(state.total)
        note.show(state.note)
        saveAll.isVisible = state.canSaveAll
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
    /// Letters of a name beside its state, before the name is shortened.
    private static let longestName: Int32 = 26

    let reference = Reference(gtk_list_box_row_new())
    let id: FilesViewState.Row.ID
    private let name = Label(xalign: 0)
    private let icon = Element(gtk_image_new())
    private let spinner = Element(gtk_spinner_new())
    private let status = Label(classes: ["dim-label", "caption", "numeric"])
    private let note = Label.note("caption")
    private let bar = Element(gtk_progress_bar_new())
    private let buttons = Box.row()
    private let tracks = DropDown()
    private var made: [Button] = []
    private var shown: FilesViewState.Row?
    private weak var presenter: FilesPresenter?

    init(_ row: FilesViewState.Row, presenter: FilesPresenter?) {
        self.presenter = presenter
        id = row.id
        gtk_list_box_row_set_activatable(reference.cast(), 0)
        gtk_label_set_ellipsize(name.opaque, PANGO_ELLIPSIZE_MIDDLE)
        gtk_label_set_max_width_chars(name.opaque, Self.longestName)
        status.wrap()
        let head = Box.row(spacing: 6)
        head.append(icon, spinner, name)
        let line = Box.row()
        parlando_use_wrap_layout(line.widget, PARLANDO_WRAP_ENDS, 6)
        line.append(head, status, buttons)
        let column = Box.column(classes: ["file-row"])
        tracks.name(tr("Audio Track"))
        tracks.align(GTK_ALIGN_START)
        tracks.onChoose { [weak self, id] in self?.presenter?.choose(track: $0, of: id) }
        column.append(line, note, tracks, bar)
        gtk_list_box_row_set_child(reference.cast(), column.widget)
    }

    func show(_ row: FilesViewState.Row) {
        let change = Change(old: shown, new: row)
        shown = row
        change.on(\.name) { name.text = $0 }
        // Two files of one name differ in their folders, and a name may be shortened.
        gtk_widget_set_tooltip_text(name.widget, row.folder.isEmpty ? row.name : row.folder + "/" + row.name)
        change.on(\.status) { status.text = $0 }
        let remarks = [row.folder, row.note].filter { !$0.isEmpty }
        note.show(remarks.joined(separator: "\n"))
        change.on(\.tone) { show(tone: $0) }
        change.on(\.isBusy) { spinner.spin($0) }
        change.on(\.fraction) { fraction in
            bar.isVisible = fraction != nil
            gtk_progress_bar_set_fraction(bar.opaque, fraction ?? 0)
        }
        change.on(\.actions) { show($0) }
        tracks.isVisible = !row.tracks.isEmpty
        tracks.show(row.tracks, chosen: row.chosenTrack)
        bar.setAccessibleLabel(row.name)
        setAccessibleLabel(([row.name, row.status] + remarks).joined(separator: ", "))
    }

    private func show(tone: PageBanner.Tone) {
        icon.isVisible = tone != .information
        icon.setClass("warning", tone == .warning)
        icon.setClass("error", tone == .failure)
        gtk_image_set_from_icon_name(
            icon.opaque, tone == .failure ? "dialog-error-symbolic" : "dialog-warning-symbolic")
    }

    private func show(_ actions: [FilesViewState.Action]) {
        let new = actions.map { action in
            let button = Button(icon: Self.icon(action.kind), tooltip: action.label, classes: ["flat", "circular"])
            button.align(nil, GTK_ALIGN_CENTER)
            button.setAccessibleLabel(action.name)
            button.onClick { [weak self, id] in self?.presenter?.press(action.kind, of: id) }
            return button
        }
        buttons.replace(made, with: new)
        made = new
    }

    private static func icon(_ kind: FilesViewState.Action.Kind) -> String {
        switch kind {
        case .cancel: "media-playback-stop-symbolic"
        case .show: "text-x-generic-symbolic"
        case .save: "document-save-symbolic"
        case .retry: "view-refresh-symbolic"
        case .chooseModel: "folder-download-symbolic"
        case .editServer: "network-server-symbolic"
        case .remove: "list-remove-symbolic"
        }
    }
}
