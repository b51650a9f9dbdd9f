import CGtk
import ParlandoPresenters

/// Row with a volume slider and a switch that mutes the sound.
@MainActor final class VolumeRow: Widget {
    let reference: Reference
    private let scale: Element
    private let control = Element(gtk_switch_new())
    private var isRendering = false

    init(_ title: String, subtitle: String = "") {
        reference = Reference(adw_action_row_new())
        scale = Element(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.05))
        reference.setRowTitle(title)
        reference.setRowSubtitle(subtitle)
        gtk_scale_set_draw_value(scale.reference.cast(), 0)
        gtk_widget_set_size_request(scale.widget, 120, -1)
        scale.align(nil, GTK_ALIGN_CENTER)
        scale.setAccessibleLabel(tr("Volume: {sound}", ["sound": title]))
        control.align(nil, GTK_ALIGN_CENTER)
        control.setAccessibleLabel(title)
        adw_action_row_add_suffix(reference.cast(), scale.widget)
        adw_action_row_add_suffix(reference.cast(), control.widget)
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    func onVolume(_ body: @escaping @MainActor (Double) -> Void) {
        scale.reference.connect("value-changed") { [weak self] in
            if let self, !isRendering {
                body(gtk_range_get_value(scale.reference.cast()))
            }
        }
    }

    func onSwitch(_ body: @escaping @MainActor (Bool) -> Void) {
        control.reference.connect("notify::active") { [weak self] in
            if let self, !isRendering {
                body(gtk_switch_get_active(control.opaque) != 0)
            }
        }
    }

    func show(volume: Double, isOn: Bool) {
        isRendering = true
        gtk_range_set_value(scale.reference.cast(), volume)
        gtk_switch_set_active(control.opaque, isOn.gboolean)
        scale.isSensitive = isOn
        isRendering = false
    }
}
