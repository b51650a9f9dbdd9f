import CGtk
import ParlandoPresenters

/// Lets the user fill in a connection. Its owner keeps it for as long as it is open.
@MainActor final class ConnectionDialog {
    private let window = Element(adw_window_new())
    private let save = Button(label: tr("Save"), classes: ["suggested-action"])
    private let problem = Label(classes: ["error", "caption", "form-problem"])
    private let name = Element(adw_entry_row_new())
    private let host = Element(adw_entry_row_new())
    private let user = Element(adw_entry_row_new())
    private let port = Element(adw_entry_row_new())
    private let options = Element(adw_entry_row_new())
    private var form: ConnectionForm

    init(_ form: ConnectionForm, over widget: any Widget) {
        self.form = form
        let root = UnsafeMutableRawPointer(gtk_widget_get_root(widget.widget))
        gtk_window_set_transient_for(window.reference.cast(), root?.assumingMemoryBound(to: GtkWindow.self))
        gtk_window_set_modal(window.reference.cast(), 1)
        gtk_window_set_title(window.reference.cast(), form.title)
        gtk_window_set_default_size(window.reference.cast(), 420, -1)
        let content = Box.column()
        content.append(makeHeader(), makeRows())
        adw_window_set_content(window.reference.cast(), content.widget)
        fill()
    }

    /// Shows the dialog; `body` gets the form when it is to be saved.
    func present(_ body: @escaping @MainActor (ConnectionForm) -> Void) {
        save.onClick { [weak self] in self?.finish(body) }
        for row in rows {
            row.reference.connect("changed") { [weak self] in self?.didChange() }
            row.reference.connect("entry-activated") { [weak self] in self?.finish(body) }
        }
        gtk_window_present(window.reference.cast())
        host.grabFocus()
    }

    private var rows: [Element] {
        [host, user, port, name, options]
    }

    private func makeHeader() -> Element {
        let header = Element(adw_header_bar_new(), classes: ["flat"])
        adw_header_bar_set_show_end_title_buttons(header.opaque, 0)
        adw_header_bar_set_show_start_title_buttons(header.opaque, 0)
        let cancel = Button(label: tr("Cancel"))
        cancel.onClick { [weak self] in self?.close() }
        adw_header_bar_pack_start(header.opaque, cancel.widget)
        adw_header_bar_pack_end(header.opaque, save.widget)
        return header
    }

    private func makeRows() -> Box {
        let titles = [
            tr("Host"), tr("User"), tr("Port"), tr("Name to Show"), tr("Options for ssh"),
        ]
        let group = Element(adw_preferences_group_new())
        for (row, title) in zip(rows, titles) {
            adw_preferences_row_set_title(row.reference.cast(), title)
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
        problem.wrap()
        gtk_label_set_xalign(problem.opaque, 0)
        let column = Box.column(spacing: 6, classes: ["connection-form"])
        column.append(group, problem)
        return column
    }

    private func fill() {
        for (row, text) in zip(rows, [form.host, form.user, form.port, form.name, form.options]) {
            gtk_editable_set_text(row.opaque, text)
        }
        showProblem()
    }

    private func didChange() {
        form.host = Self.text(host)
        form.user = Self.text(user)
        form.port = Self.text(port)
        form.name = Self.text(name)
        form.options = Self.text(options)
        showProblem()
    }

    private func showProblem() {
        problem.text = form.problem
        problem.isVisible = !form.problem.isEmpty
        save.isSensitive = form.connection != nil
    }

    private func finish(_ body: (ConnectionForm) -> Void) {
        guard form.connection != nil else {
            return
        }
        close()
        body(form)
    }

    private func close() {
        gtk_window_close(window.reference.cast())
    }

    private static func text(_ row: Element) -> String {
        String(cString: gtk_editable_get_text(row.opaque))
    }
}
