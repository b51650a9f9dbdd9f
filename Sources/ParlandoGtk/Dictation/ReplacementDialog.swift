import CGtk
import ParlandoPresenters

/// Dialog in which the user enters a replacement rule: spoken words, and the text to write instead. The dialog's owner
/// must retain it for as long as it is open.
@MainActor final class ReplacementDialog {
    private let spoken = Element(adw_entry_row_new())
    private let written = Element(adw_entry_row_new())
    private let window: FormWindow
    private var form: ReplacementForm

    init(_ form: ReplacementForm, over widget: any Widget) {
        self.form = form
        let group = Element(adw_preferences_group_new())
        let note = Label(classes: ["caption", "dim-label", "form-problem"])
        note.text = tr("\\n begins a new line. Leave the second field empty to write nothing.")
        note.wrap()
        gtk_label_set_xalign(note.opaque, 0)
        window = FormWindow(form.title, [group, note], over: widget)
        for (row, title, text) in [
            (spoken, tr("When I Say"), form.spoken), (written, tr("Write"), form.written),
        ] {
            row.reference.setRowTitle(title)
            gtk_editable_set_text(row.opaque, text)
            adw_preferences_group_add(group.reference.cast(), row.widget)
        }
        showProblem()
    }

    /// Shows the dialog. `body` gets the form when the user saves it.
    func present(_ body: @escaping @MainActor (ReplacementForm) -> Void) {
        window.save.onClick { [weak self] in self?.finish(body) }
        for row in [spoken, written] {
            row.reference.connect("changed") { [weak self] in self?.didChange() }
            row.reference.connect("entry-activated") { [weak self] in self?.finish(body) }
        }
        window.present()
        spoken.grabFocus()
    }

    private func didChange() {
        form.spoken = String(cString: gtk_editable_get_text(spoken.opaque))
        form.written = String(cString: gtk_editable_get_text(written.opaque))
        showProblem()
    }

    private func showProblem() {
        window.show(problem: form.problem, canSave: form.rule != nil)
    }

    private func finish(_ body: (ReplacementForm) -> Void) {
        guard form.rule != nil else {
            return
        }
        window.close()
        body(form)
    }
}
