import CGtk

/// Toggle button: a press switches it on or off.
@MainActor final class ToggleButton: Widget {
    let reference: Reference
    private var isRendering = false

    /// Creates a button with an icon. The tooltip also serves as its accessible name.
    convenience init(icon: String, tooltip: String, classes: [String] = []) {
        self.init(tooltip: tooltip, classes: classes)
        setIcon(icon)
    }

    /// Creates a button with a short label. The tooltip also serves as its accessible name.
    convenience init(label: String, tooltip: String, classes: [String] = []) {
        self.init(tooltip: tooltip, classes: classes)
        gtk_button_set_label(reference.cast(), label)
        // The label has become the accessible name.
        setTooltip(tooltip)
    }

    private init(tooltip: String, classes: [String]) {
        reference = Reference(gtk_toggle_button_new())
        setTooltip(tooltip)
        for name in classes {
            setClass(name)
        }
    }

    func onToggle(_ body: @escaping @MainActor (Bool) -> Void) {
        reference.connect("toggled") { [weak self] in
            if let self, !isRendering {
                body(gtk_toggle_button_get_active(reference.cast()) != 0)
            }
        }
    }

    func show(_ isOn: Bool) {
        isRendering = true
        gtk_toggle_button_set_active(reference.cast(), isOn.gboolean)
        isRendering = false
    }

    func setIcon(_ name: String) {
        gtk_button_set_icon_name(reference.cast(), name)
    }
}
