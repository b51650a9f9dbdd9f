import CGtk
import ParlandoCore

/// Row with a switch.
@MainActor final class SwitchRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let control = Element(gtk_switch_new())
    private var isRendering = false

    convenience init(_ path: KeyPath<Preferences, Bool>, _ title: String, subtitle: String = "") {
        self.init(of: path, title, subtitle)
    }

    /// Creates the switch of a number that means "off" if it is 0. Switching it on sets the default.
    convenience init(zeroIsOff path: KeyPath<Preferences, Int>, _ title: String, subtitle: String = "") {
        self.init(of: path, title, subtitle)
    }

    private init(of path: PartialKeyPath<Preferences>, _ title: String, _ subtitle: String) {
        declared = [Preferences.declaration(of: path)]
        reference = Reference(adw_action_row_new())
        reference.setRowTitle(title)
        reference.setRowSubtitle(subtitle)
        control.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_suffix(reference.cast(), control.widget)
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        control.reference.connect("notify::active") { [weak self] in
            guard let self, !isRendering else {
                return
            }
            let isOn = gtk_switch_get_active(control.opaque) != 0
            let usual = preference?.value(in: Preferences()) as? Int
            body(PreferenceChange(preference, usual.map { isOn ? $0 : 0 } ?? isOn))
        }
    }

    func show(_ preferences: Preferences) {
        let value = preference?.value(in: preferences)
        isRendering = true
        gtk_switch_set_active(control.opaque, ((value as? Int).map { $0 != 0 } ?? (value as? Bool ?? false)).gboolean)
        isRendering = false
    }
}
