import CGtk
import ParlandoCore
import ParlandoPresenters

/// Combo row with a list of options, one of which is selected.
@MainActor final class ChoiceRow: PreferenceRow {
    typealias Option = PreferencesViewState.Option

    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private var options: [Option] = []
    private var chosen = ""
    private var isRendering = false

    convenience init<Value: PreferenceValue>(
        _ path: KeyPath<Preferences, Value>, _ title: String, subtitle: String = ""
    ) {
        self.init([Preferences.declaration(of: path)], title, subtitle)
    }

    /// Creates a row for a choice that does not correspond to one declared preference.
    convenience init(_ title: String) {
        self.init([], title, "")
    }

    private init(_ declared: [(any DeclaredPreference)?], _ title: String, _ subtitle: String) {
        self.declared = declared
        reference = Reference(UnsafeMutableRawPointer(adw_combo_row_new()))
        reference.setRowTitle(title)
        show(note: subtitle)
    }

    /// Shows a note below the title. If the note is empty and the text is large, shows the chosen value there instead,
    /// because large text would be cut off beside the title.
    func show(note: String) {
        guard note.isEmpty, hasLargeText else {
            adw_combo_row_set_use_subtitle(reference.cast(), 0)
            return reference.setRowSubtitle(note)
        }
        adw_combo_row_set_use_subtitle(reference.cast(), 1)
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

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        onChoose { [weak self] in body(PreferenceChange(self?.preference, $0)) }
    }

    func show(_ preferences: Preferences) {
        show(options, chosen: preference?.value(in: preferences) as? String ?? "")
    }

    /// Shows the options. A row without options is hidden.
    func show(_ options: [Option]) {
        show(options, chosen: chosen)
    }

    /// Shows the options, and selects the one with the ID `chosen` or, if there is none, the first one.
    func show(_ options: [Option], chosen: String) {
        self.chosen = chosen
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
