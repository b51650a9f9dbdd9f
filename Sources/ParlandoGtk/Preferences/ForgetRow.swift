import CGtk
import ParlandoCore
import ParlandoPresenters

/// Row that shows a measured or learned value, with a button that deletes it.
@MainActor final class ForgetRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let button: Button

    init<Value: PreferenceValue>(_ path: KeyPath<Preferences, Value>, _ title: String) {
        declared = [Preferences.declaration(of: path)]
        reference = Reference(adw_action_row_new())
        button = Button(icon: "user-trash-symbolic", tooltip: tr("Forget {what}", ["what": title]), classes: ["flat"])
        reference.setRowTitle(title)
        adw_action_row_set_subtitle_lines(reference.cast(), 4)
        button.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(reference.cast(), button.widget)
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        button.onClick { [weak self] in
            if let preference = self?.preference {
                body(PreferenceChange(preference, preference.value(in: Preferences())))
            }
        }
    }

    func show(_ preferences: Preferences) {
        button.isSensitive = preference?.isSame(in: preferences, and: Preferences()) == false
    }
}
