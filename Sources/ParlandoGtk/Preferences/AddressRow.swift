import CGtk

/// Entry row for an address. The address takes effect once the user applies it; an error message appears below the row.
@MainActor final class AddressRow {
    let entry: Element
    let problem = Label(classes: ["error", "caption", "address-problem"])

    init(_ title: String) {
        entry = Element(adw_entry_row_new())
        entry.reference.setRowTitle(title)
        adw_entry_row_set_show_apply_button(entry.reference.cast(), 1)
        adw_entry_row_set_input_purpose(entry.reference.cast(), GTK_INPUT_PURPOSE_URL)
        problem.wrap()
        gtk_label_set_xalign(problem.opaque, 0)
    }

    func onApply(_ body: @escaping @MainActor (String) -> Void) {
        entry.reference.connect("apply") { [weak self] in
            if let self {
                body(text)
            }
        }
    }

    private var text: String {
        String(cString: gtk_editable_get_text(entry.opaque))
    }

    func show(_ address: String) {
        if text != address {
            gtk_editable_set_text(entry.opaque, address)
        }
    }

    /// Shows an error message, or hides it if `text` is empty.
    func show(problem text: String) {
        entry.setClass("error", !text.isEmpty)
        problem.text = text
        problem.isVisible = !text.isEmpty
    }
}
