import CGtk
import ParlandoPresenters

/// Combo row with a list of options, one of which is selected.
@MainActor final class ChoiceRow: Widget {
    typealias Option = PreferencesViewState.Option

    let reference: Reference
    private var options: [Option] = []
    private var isRendering = false

    init(_ title: String, subtitle: String = "") {
        reference = Reference(UnsafeMutableRawPointer(adw_combo_row_new()))
        reference.setRowTitle(title)
        reference.setRowSubtitle(subtitle)
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        reference.connect("notify::selected") { [weak self] in
            guard let self, !isRendering else {
                return
            }
            let index = Int(adw_combo_row_get_selected(reference.cast()))
            if options.indices.contains(index) {
                body(options[index].id)
            }
        }
    }

    /// Shows the options. A row without options is hidden.
    func show(_ options: [Option], chosen: String) {
        isRendering = true
        defer { isRendering = false }
        isVisible = !options.isEmpty
        if options != self.options {
            self.options = options
            let list = Reference(owned: gtk_string_list_new(nil))
            for option in options {
                gtk_string_list_append(list.opaque, option.title)
            }
            adw_combo_row_set_model(reference.cast(), list.opaque)
        }
        let index = options.firstIndex { $0.id == chosen } ?? 0
        adw_combo_row_set_selected(reference.cast(), guint(index))
    }
}
