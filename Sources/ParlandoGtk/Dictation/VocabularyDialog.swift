import CGtk
import ParlandoPresenters

/// Dialog in which the user enters a word or phrase for the vocabulary. Its owner must retain it for as long as it is
/// open.
@MainActor final class VocabularyDialog {
    private let word = Element(adw_entry_row_new())
    private let window: FormWindow
    private var form: VocabularyForm

    init(_ form: VocabularyForm, over widget: any Widget) {
        self.form = form
        let group = Element(adw_preferences_group_new())
        window = FormWindow(form.title, [group], over: widget)
        word.reference.setRowTitle(tr("Word or Phrase"))
        gtk_editable_set_text(word.opaque, form.text)
        adw_preferences_group_add(group.reference.cast(), word.widget)
        showProblem()
    }

    /// Shows the dialog. `body` gets the form when the user saves it.
    func present(_ body: @escaping @MainActor (VocabularyForm) -> Void) {
        window.save.onClick { [weak self] in self?.finish(body) }
        word.reference.connect("changed") { [weak self] in self?.didChange() }
        word.reference.connect("entry-activated") { [weak self] in self?.finish(body) }
        window.present()
        word.grabFocus()
    }

    private func didChange() {
        form.text = String(cString: gtk_editable_get_text(word.opaque))
        showProblem()
    }

    private func showProblem() {
        window.show(problem: form.problem, canSave: form.entry != nil)
    }

    private func finish(_ body: (VocabularyForm) -> Void) {
        guard form.entry != nil else {
            return
        }
        window.close()
        body(form)
    }
}
