import CGtk
import ParlandoPresenters

/// The shortcuts for languages and models, which the user adds and removes.
@MainActor final class ChoiceShortcuts: Widget {
    /// Returns why it cannot be added.
    var onAdd: (@MainActor (_ language: String, _ model: String) -> String?)?
    var onRemove: (@MainActor (String) -> Void)?

    private let add = Button(icon: "list-add-symbolic", tooltip: tr("Add Shortcut"), classes: ["flat"])
    private var rows = GroupRows(
        RowGroup(
            tr("More Shortcuts"),
            description: tr("Each starts a dictation in a language or with a model")),
        none: .row(tr("None")))
    private var state: ShortcutState?
    /// While it is open.
    private var form: FormWindow?

    var reference: Reference { rows.group.reference }

    init() {
        rows.group.setSuffix(add)
        add.onClick { [weak self] in self?.open() }
    }

    func show(_ state: ShortcutState) {
        let isSame = self.state?.choices == state.choices
        self.state = state
        add.isSensitive = state.canAdd
        if !isSame {
            rows.replace(with: state.choices.map(make))
        }
    }

    private func make(_ entry: ListEntry) -> Element {
        let title = tr("Remove {name}", ["name": entry.title])
        let remove = Button(icon: "user-trash-symbolic", tooltip: title, classes: ["flat"])
        remove.onClick { [weak self] in self?.onRemove?(entry.id) }
        return Element.row(entry.title, entry.subtitle, suffixes: remove)
    }

    private func open() {
        let (language, model) = (ChoiceRow(tr("Language")), ChoiceRow(tr("Model")))
        language.show(state?.languages ?? [], chosen: "")
        model.show(state?.models ?? [], chosen: "")
        let form = FormWindow(tr("Add Shortcut"), [RowGroup("", [language, model])], over: self)
        form.save.onClick { [weak self] in
            if let problem = self?.onAdd?(language.selected ?? "", model.selected ?? "") {
                self?.form?.show(problem: problem, canSave: true)
            } else {
                self?.form?.close()
            }
        }
        self.form = form
        form.present()
    }
}
