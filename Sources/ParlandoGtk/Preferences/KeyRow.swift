import CGtk
import ParlandoPresenters

/// Entry row for an API key, with a note on its state and on the service's terms. A stored key is never shown.
@MainActor final class KeyRow {
    let entry = Element(adw_password_entry_row_new())
    let note = Label(classes: ["dim-label", "caption", "row-note"])
    /// Name of the service whose key the entry is for; empty if the row is hidden.
    private var owner = ""
    private let remove = Button(icon: "user-trash-symbolic", tooltip: tr("Remove API Key"), classes: ["flat"])

    init() {
        adw_entry_row_set_show_apply_button(entry.reference.cast(), 1)
        remove.align(nil, GTK_ALIGN_CENTER)
        adw_entry_row_add_suffix(entry.reference.cast(), remove.widget)
        note.wrap()
        gtk_label_set_xalign(note.opaque, 0)
    }

    /// Runs `body` with the key whenever the user has entered one. The key stays in the entry until `end` is called.
    func onEnter(_ body: @escaping @MainActor (String) -> Void) {
        entry.reference.connect("apply") { [weak self] in
            if let self {
                body(text)
            }
        }
    }

    /// Clears the entry if the key was saved. Otherwise, keeps its text and lets the user apply it again.
    func end(isSaved: Bool) {
        let text = isSaved ? "" : self.text
        // Only a change of the text makes the row offer to apply it.
        gtk_editable_set_text(entry.opaque, "")
        gtk_editable_set_text(entry.opaque, text)
    }

    private var text: String {
        String(cString: gtk_editable_get_text(entry.opaque))
    }

    func onRemove(_ body: @escaping @MainActor () -> Void) {
        remove.onClick(body)
    }

    /// Shows the state of a key, or hides the row if `key` is nil.
    func show(_ key: TranslatorPreferencesState.Key?) {
        entry.isVisible = key != nil
        note.isVisible = key != nil
        if owner != key?.owner ?? "" {
            // A key that was typed for one service must not be entered for another.
            owner = key?.owner ?? ""
            gtk_editable_set_text(entry.opaque, "")
        }
        guard let key else {
            return
        }
        entry.reference.setRowTitle(key.title)
        note.text = [key.status, key.terms].filter { !$0.isEmpty }.joined(separator: " ")
        remove.isVisible = key.isKept
    }
}
