import CGtk
import ParlandoPresenters

/// Entry for an address, which takes effect once it is applied. A problem appears below the row.
@MainActor final class AddressRow {
    let entry: Element
    let problem = Label.note("error", "caption", "address-problem")

    init(_ title: String) {
        entry = Element(adw_entry_row_new())
        entry.reference.setRowTitle(title)
        adw_entry_row_set_show_apply_button(entry.reference.cast(), 1)
        adw_entry_row_set_input_purpose(entry.reference.cast(), GTK_INPUT_PURPOSE_URL)
    }

    func onApply(_ body: @escaping @MainActor (String) -> Void) {
        entry.reference.connect("apply") { [weak self] in
            if let self {
                body(entry.typed)
            }
        }
    }

    func show(_ address: String) {
        if entry.typed != address {
            entry.typed = address
        }
    }

    /// Shows the problem below the row; an empty text hides it.
    func show(problem text: String) {
        entry.setClass("error", !text.isEmpty)
        problem.show(text)
    }
}

/// Entry for an API key, with its state and the service's terms. A stored key is never shown.
@MainActor final class KeyRow {
    let entry = Element(adw_password_entry_row_new())
    let note = Label.note("dim-label", "caption", "row-note")
    /// Service whose key is entered; empty if the row is hidden.
    private var owner = ""
    private let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove API Key"), classes: ["flat"])

    init() {
        adw_entry_row_set_show_apply_button(entry.reference.cast(), 1)
        remove.align(nil, GTK_ALIGN_CENTER)
        adw_entry_row_add_suffix(entry.reference.cast(), remove.widget)
    }

    /// The key stays in the entry until `end` is called.
    func onEnter(_ body: @escaping @MainActor (String) -> Void) {
        entry.reference.connect("apply") { [weak self] in
            if let self {
                body(entry.typed)
            }
        }
    }

    /// An unsaved text stays and can be applied again.
    func end(isSaved: Bool) {
        let text = isSaved ? "" : entry.typed
        // Only a change of the text makes the row offer to apply it.
        entry.typed = ""
        entry.typed = text
    }

    func onRemove(_ body: @escaping @MainActor () -> Void) {
        remove.onClick(body)
    }

    /// Nil hides the row.
    func show(_ key: TranslatorPreferencesState.Key?) {
        entry.isVisible = key != nil
        note.isVisible = key != nil
        if owner != key?.owner ?? "" {
            // A key that was typed for one service must not be entered for another.
            owner = key?.owner ?? ""
            entry.typed = ""
        }
        guard let key else {
            return
        }
        entry.reference.setRowTitle(key.title)
        note.text = [key.status, key.terms].filter { !$0.isEmpty }.joined(separator: " ")
        remove.isVisible = key.isKept
    }
}
