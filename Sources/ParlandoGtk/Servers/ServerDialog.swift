import CGtk
import ParlandoCore
import ParlandoPresenters

@MainActor protocol ServerDialogDelegate: AnyObject {
    func serverDialog(_ dialog: ServerDialog, didSave form: ServerForm)
    func serverDialog(_ dialog: ServerDialog, didTest form: ServerForm)
    func serverDialogDidClose(_ dialog: ServerDialog)
}

/// Dialog in which the user enters the details of a speech recognition server and can test it. The dialog's owner must
/// retain it for as long as it is open.
@MainActor final class ServerDialog {
    weak var delegate: (any ServerDialogDelegate)?

    private let name = Element(adw_entry_row_new())
    private let address = Element(adw_entry_row_new())
    private let wire = ChoiceRow(tr("Protocol"))
    private let model = Element(adw_entry_row_new())
    private let key = Element(adw_password_entry_row_new())
    private let forget = Button(icon: "user-trash-symbolic", tooltip: tr("Remove API Key"), classes: ["flat"])
    private let keyNote = Label(classes: ["caption", "form-problem"])
    private let test = Button(label: tr("Test"), classes: ["test"])
    private let spinner = Element(gtk_spinner_new())
    private let result = Label(classes: ["caption", "form-problem"])
    private let window: FormWindow
    private var form: ServerForm
    /// Server profile used in the current or last test, or nil before the first test.
    private var tested: ServerProfile?

    init(_ form: ServerForm, over widget: any Widget) {
        self.form = form
        let group = Element(adw_preferences_group_new())
        let rows: [any Widget] = [name, address, wire, model, key]
        for row in rows {
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
        let tryOut = Box.row(spacing: 8)
        tryOut.append(test, spinner)
        tryOut.setMargins(horizontal: 0, top: 8)
        for note in [keyNote, result] {
            note.wrap()
            gtk_label_set_xalign(note.opaque, 0)
            note.isVisible = false
        }
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
            gtk_editable_set_text(row.opaque, text)
        }
        adw_entry_row_set_input_purpose(address.reference.cast(), GTK_INPUT_PURPOSE_URL)
        wire.show(SpeechProtocol.allCases.map { .init($0.rawValue, $0.title) }, chosen: form.wire.rawValue)
        show()
    }

    private func connect() {
        for row in [name, address, model, key] {
            row.reference.connect("changed") { [weak self] in self?.didChange() }
        }
        wire.onChoose { [weak self] id in
            self?.form.wire = SpeechProtocol(rawValue: id) ?? .whisper
            self?.show()
        }
        forget.onClick { [weak self] in
            self?.form.forgetsKey = true
            self?.show()
        }
        test.onClick { [weak self] in
            if let self {
                tested = form.profile
                delegate?.serverDialog(self, didTest: form)
            }
        }
        window.save.onClick { [weak self] in self?.finish() }
        window.onClose { [weak self] in
            if let self {
                delegate?.serverDialogDidClose(self)
            }
        }
    }

    private func didChange() {
        form.name = Self.text(name)
        form.address = Self.text(address)
        form.model = Self.text(model)
        form.key = Private(Self.text(key))
        show()
    }

    private func show() {
        window.show(problem: form.problem, canSave: form.profile != nil)
        keyNote.text = form.keyNote
        keyNote.isVisible = !form.keyNote.isEmpty
        test.isSensitive = form.profile != nil
        model.isVisible = form.hasModel
        key.reference.setRowTitle(form.keyTitle)
        forget.isVisible = form.hasKey && !form.forgetsKey
    }

    /// Shows the progress or result of a server test, or why the server was not saved.
    func show(_ state: ServerTestState) {
        spinner.isVisible = state.isRunning
        gtk_spinner_set_spinning(spinner.opaque, state.isRunning.gboolean)
        result.text = state.text
        result.isVisible = !state.text.isEmpty
        result.setClass("error", state.isFailure)
        result.setClass("success", !state.isFailure && !state.isRunning)
        if let found = state.found, let tested {
            form.adopt(found, for: tested)
            gtk_editable_set_text(address.opaque, form.address)
        }
    }

    /// Shows whether the server's API key is in the keyring.
    func show(_ key: ServerKeyState) {
        form.adopt(key)
        show()
    }

    /// Closes the dialog.
    func close() {
        window.close()
    }

    private func finish() {
        if form.profile != nil {
            delegate?.serverDialog(self, didSave: form)
        }
    }

    private static func text(_ row: Element) -> String {
        String(cString: gtk_editable_get_text(row.opaque))
    }
}
