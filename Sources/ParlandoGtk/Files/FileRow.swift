import CGtk
import CGtkShim
import ParlandoPresenters

/// One file in the list: its name, the progress of its transcription, and buttons for the available actions.
@MainActor final class FileRow: Widget {
    typealias Kind = FilesViewState.Action.Kind

    let reference: Reference
    let id: FilesViewState.Row.ID
    private let name = Label(classes: ["heading"])
    private let folder = Label(classes: ["dim-label", "caption"])
    private let icon = Element(gtk_image_new())
    private let spinner = Element(gtk_spinner_new())
    private let status = Label(classes: ["caption", "numeric"])
    private let bar = Element(gtk_progress_bar_new())
    private let buttons = Box.row()
    private let corner = Box.row()
    private var made: [Button] = []
    private var pressed: (@MainActor (Kind) -> Void)?
    private var shown: FilesViewState.Row?

    init(_ row: FilesViewState.Row) {
        reference = Reference(gtk_list_box_row_new())
        id = row.id
        gtk_list_box_row_set_activatable(reference.cast(), 0)
        for label in [name, folder, status] {
            gtk_label_set_xalign(label.opaque, 0)
        }
        for label in [name, folder] {
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_MIDDLE)
        }
        name.expand(horizontal: true)
        status.wrap()
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

    /// Runs `body` whenever a button of the row is pressed. `body` gets the button's command.
    func onPress(_ body: @escaping @MainActor (Kind) -> Void) {
        pressed = body
    }

    func show(_ row: FilesViewState.Row) {
        let change = Change(old: shown, new: row)
        shown = row
        change.on(\.name) { name.text = $0 }
        change.on(\.folder) { path in
            folder.text = path
            folder.isVisible = !path.isEmpty
        }
        change.on(\.status) { status.text = $0 }
        change.on(\.tone) { show(tone: $0) }
        change.on(\.isBusy) { isBusy in
            spinner.isVisible = isBusy
            gtk_spinner_set_spinning(spinner.opaque, isBusy.gboolean)
        }
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

    /// Shows a button for each command. The button that cancels the transcription or removes the file is in the row's
    /// corner, the others are below the text.
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
            button.onClick { [weak self] in self?.pressed?(action.kind) }
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
