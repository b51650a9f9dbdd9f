import CGtk
import ParlandoPresenters

/// Dialog in which the user enters the details of an SSH connection. Its owner must retain it for as long as it is
/// open.
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
        let group = Element(adw_preferences_group_new())
        window = FormWindow(form.title, [group], over: widget)
        for (row, title, text) in [
            (host, tr("Host"), form.host), (user, tr("User"), form.user), (port, tr("Port"), form.port),
            (name, tr("Display Name"), form.name), (options, tr("ssh Options"), form.options),
        ] {
            row.reference.setRowTitle(title)
            gtk_editable_set_text(row.opaque, text)
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
        adw_entry_row_set_input_purpose(port.reference.cast(), GTK_INPUT_PURPOSE_DIGITS)
        adw_preferences_group_add(group.reference.cast(), engine.widget)
        engine.show(form.engines, chosen: form.engine)
        showProblem()
    }

    /// Shows the dialog. `body` gets the form when the user saves it.
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
        form.host = Self.text(host)
        form.user = Self.text(user)
        form.port = Self.text(port)
        form.name = Self.text(name)
        form.options = Self.text(options)
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

    private static func text(_ row: Element) -> String {
        String(cString: gtk_editable_get_text(row.opaque))
    }
}
