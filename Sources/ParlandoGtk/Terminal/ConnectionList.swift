import CGtk
import ParlandoPresenters

/// A shell on this computer, and the saved SSH connections.
@MainActor final class ConnectionList: Widget {
    weak var page: TerminalPage?

    let reference: Reference
    private let group = EntryGroup(
        tr("Connections"), description: tr("Over SSH, using your own keys and settings"),
        icon: "network-server-symbolic", addLabel: tr("New Connection"))

    init() {
        let shell = EntryGroup.row(
            tr("This Computer"), tr("Local Shell"), icon: "utilities-terminal-symbolic", isPressed: true)
        let column = Box.column(spacing: 24, classes: ["connections"])
        column.append(RowGroup("", [shell]), group)
        reference = Element.scroller(Element.clamp(column, width: 560)).reference
        shell.reference.connect("activated") { [weak self] in self?.page?.presenterAfterEdits()?.openShell() }
        group.add.onClick { [weak self] in self?.page?.presenterAfterEdits()?.addConnection() }
        group.onChoose = { [weak self] id in self?.page?.presenterAfterEdits()?.openConnection(id) }
        group.onEdit = { [weak self] id in self?.page?.presenterAfterEdits()?.editConnection(id) }
        group.onRemove = { [weak self] entry in self?.page?.askToRemove(entry) }
    }

    func focus() {
        gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD)
    }

    func show(_ connections: [ListEntry]) {
        group.show(connections)
    }
}

/// Its owner must retain it for as long as it is open.
@MainActor final class ConnectionDialog {
    private let host = Element(adw_entry_row_new())
    private let user = Element(adw_entry_row_new())
    private let port = Element(adw_entry_row_new())
    private let name = Element(adw_entry_row_new())
    private let options = Element(adw_entry_row_new())
    private let engine = ChoiceRow(tr("Speech Recognition"))
    private let window: FormWindow
    private var form: ConnectionForm

    init(_ form: ConnectionForm, over widget: any Widget) {
        self.form = form
        let group = RowGroup("", [host, user, port, name, options, engine])
        window = FormWindow(form.title, [group], over: widget)
        for (row, title, text) in [
            (host, tr("Host"), form.host), (user, tr("User"), form.user), (port, tr("Port"), form.port),
            (name, tr("Display Name"), form.name), (options, tr("ssh Options"), form.options),
        ] {
            row.reference.setRowTitle(title)
            row.typed = text
        }
        adw_entry_row_set_input_purpose(port.reference.cast(), GTK_INPUT_PURPOSE_DIGITS)
        engine.show(form.engines, chosen: form.engine)
        showProblem()
    }

    /// `body` gets the form when the user saves it.
    func present(_ body: @escaping @MainActor (ConnectionForm) -> Void) {
        window.save.onClick { [weak self] in self?.finish(body) }
        for row in [host, user, port, name, options] {
            row.reference.connect("changed") { [weak self] in self?.didChange() }
            row.reference.connect("entry-activated") { [weak self] in self?.finish(body) }
        }
        engine.onChoose { [weak self] id in self?.form.engine = id }
        window.present()
        host.grabFocus()
    }

    private func didChange() {
        form.host = host.typed
        form.user = user.typed
        form.port = port.typed
        form.name = name.typed
        form.options = options.typed
        showProblem()
    }

    private func showProblem() {
        window.show(problem: form.problem, canSave: form.connection != nil)
    }

    private func finish(_ body: (ConnectionForm) -> Void) {
        guard form.connection != nil else {
            return
        }
        window.close()
        body(form)
    }
}
