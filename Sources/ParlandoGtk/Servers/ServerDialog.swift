import CGtk
import ParlandoCore
import ParlandoPresenters

/// A speech recognition server, to be edited and tested. Its owner must retain it while it is open.
@MainActor final class ServerDialog {
    private weak var presenter: ServerPreferencesPresenter?
    private let name = Element(adw_entry_row_new())
    private let address = Element(adw_entry_row_new())
    private let wire = ChoiceRow(tr("Protocol"))
    private let model = Element(adw_entry_row_new())
    private let key = Element(adw_password_entry_row_new())
    private let forget = Button(icon: "user-trash-symbolic", tooltip: tr("Remove API Key"), classes: ["flat"])
    private let keyNote = Label.note("caption", "form-problem")
    private let test = Button(label: tr("Test"), classes: ["test"])
    private let spinner = Element(gtk_spinner_new())
    private let result = Label.note("caption", "form-problem")
    private let window: FormWindow
    private var form: ServerForm
    /// Of the current or last test.
    private var tested: ServerProfile?

    init(_ form: ServerForm, over widget: any Widget, _ presenter: ServerPreferencesPresenter?) {
        self.form = form
        self.presenter = presenter
        let group = RowGroup("", [name, address, wire, model, key])
        let tryOut = Box.row(spacing: 8)
        tryOut.append(test, spinner)
        tryOut.setMargins(horizontal: 0, top: 8)
        [keyNote, result].forEach { $0.isVisible = false }
        window = FormWindow(form.title, [group, keyNote, tryOut, result], over: widget)
        forget.align(nil, GTK_ALIGN_CENTER)
        adw_entry_row_add_suffix(key.reference.cast(), forget.widget)
        fill()
        connect()
    }

    func present() {
        window.present()
        name.grabFocus()
    }

    private func fill() {
        for (row, title, text) in [
            (name, tr("Name"), form.name), (address, tr("Address"), form.address), (model, tr("Model"), form.model),
        ] {
            row.reference.setRowTitle(title)
            row.typed = text
        }
        adw_entry_row_set_input_purpose(address.reference.cast(), GTK_INPUT_PURPOSE_URL)
        wire.show(ServerProtocol.allCases.map { .init($0.rawValue, $0.title) }, chosen: form.wire.rawValue)
        show()
    }

    private func connect() {
        for row in [name, address, model, key] {
            row.reference.connect("changed") { [weak self] in self?.didChange() }
        }
        wire.onChoose { [weak self] id in
            self?.form.wire = ServerProtocol(rawValue: id) ?? .whisper
            self?.show()
        }
        forget.onClick { [weak self] in
            self?.form.forgetsKey = true
            self?.show()
        }
        test.onClick { [weak self] in
            if let self {
                tested = form.profile
                presenter?.test(form)
            }
        }
        window.save.onClick { [weak self] in self?.finish() }
    }

    func onClose(_ body: @escaping @MainActor () -> Void) {
        window.onClose { [weak presenter] in
            presenter?.endForm()
            body()
        }
    }

    private func didChange() {
        form.name = name.typed
        form.address = address.typed
        form.model = model.typed
        form.key = Private(key.typed)
        show()
    }

    private func show() {
        window.show(problem: form.problem, canSave: form.profile != nil)
        keyNote.show(form.keyNote)
        test.isSensitive = form.profile != nil
        model.isVisible = form.hasModel
        key.reference.setRowTitle(form.keyTitle)
        forget.isVisible = form.hasKey && !form.forgetsKey
    }

    /// Of a test, or why the server was not saved.
    func show(_ state: ServerTestState) {
        spinner.spin(state.isRunning)
        result.show(state.text)
        result.setClass("error", state.isFailure)
        result.setClass("success", !state.isFailure && !state.isRunning)
        if let found = state.found, let tested {
            form.adopt(found, for: tested)
            address.typed = form.address
        }
    }

    func show(_ key: ServerKeyState) {
        form.adopt(key)
        show()
    }

    func close() {
        window.close()
    }

    private func finish() {
        if form.profile != nil {
            presenter?.save(form)
        }
    }
}
