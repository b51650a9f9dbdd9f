import CGtk
import ParlandoPresenters

/// Preferences group with the list of speech models, from which the user selects one.
@MainActor final class ModelGroup: Widget {
    let reference: Reference
    private var rows: [ModelRow] = []
    private var shown: [PreferencesViewState.ModelRow] = []

    init(_ title: String, description: String) {
        reference = Reference(adw_preferences_group_new())
        reference.setGroupTitle(title)
        reference.setGroupDescription(description)
    }

    func show(_ models: [PreferencesViewState.ModelRow], delegate: any ModelRowDelegate) {
        if models.map(\.name) != rows.map(\.name) {
            remake(models, delegate)
        }
        for (index, model) in models.enumerated() where !shown.indices.contains(index) || shown[index] != model {
            rows[index].show(model)
        }
        shown = models
    }

    private func remake(_ models: [PreferencesViewState.ModelRow], _ delegate: any ModelRowDelegate) {
        for row in rows {
            adw_preferences_group_remove(reference.cast(), row.widget)
        }
        shown = []
        rows = models.map(ModelRow.init)
        for row in rows {
            row.delegate = delegate
            if let first = rows.first, first !== row {
                gtk_check_button_set_group(row.radio.reference.cast(), first.radio.reference.cast())
            }
            adw_preferences_group_add(reference.cast(), row.widget)
        }
    }
}
