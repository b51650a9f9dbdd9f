import CGtk
import ParlandoCore
import ParlandoPresenters

/// Row with a volume slider and a switch that mutes the sound.
@MainActor final class VolumeRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let volume: (any DeclaredPreference)?
    private let isOn: (any DeclaredPreference)?
    private let scale: Element
    private let control = Element(gtk_switch_new())
    private var isRendering = false

    init(
        _ volume: KeyPath<Preferences, Double>, isOn: KeyPath<Preferences, Bool>, _ title: String,
        subtitle: String = ""
    ) {
        self.volume = Preferences.declaration(of: volume)
        self.isOn = Preferences.declaration(of: isOn)
        declared = [self.volume, self.isOn]
        reference = Reference(adw_action_row_new())
        scale = Element(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05))
        reference.setRowTitle(title)
        reference.setRowSubtitle(subtitle)
        gtk_scale_set_draw_value(scale.reference.cast(), 0)
        gtk_widget_set_size_request(scale.widget, 120, -1)
        scale.leaveScrollingToPage()
        scale.align(nil, GTK_ALIGN_CENTER)
        scale.setAccessibleLabel(tr("Volume: {sound}", ["sound": title]))
        control.align(nil, GTK_ALIGN_CENTER)
        control.setAccessibleLabel(title)
        adw_action_row_add_suffix(reference.cast(), scale.widget)
        adw_action_row_add_suffix(reference.cast(), control.widget)
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        scale.reference.connect("value-changed") { [weak self] in
            if let self, !isRendering {
                body(PreferenceChange(volume, gtk_range_get_value(scale.reference.cast())))
            }
        }
        control.reference.connect("notify::active") { [weak self] in
            if let self, !isRendering {
                body(PreferenceChange(isOn, gtk_switch_get_active(control.opaque) != 0))
            }
        }
    }

    func show(_ preferences: Preferences) {
        let volume = self.volume?.value(in: preferences) as? Double ?? 0
        let isOn = self.isOn?.value(in: preferences) as? Bool ?? false
        isRendering = true
        gtk_range_set_value(scale.reference.cast(), volume)
        gtk_switch_set_active(control.opaque, isOn.gboolean)
        scale.isSensitive = isOn
        isRendering = false
    }
}
