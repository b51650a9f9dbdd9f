import CGtk

/// Push button. A tooltip also is the accessible name.
struct Button: Widget {
    let reference: Reference

    init(icon: String, tooltip: String, classes: [String] = []) {
        self.init(gtk_button_new_from_icon_name(icon), classes)
        setTooltip(tooltip)
    }

    init(icon: String, label text: String, tooltip: String, classes: [String] = []) {
        // AdwButtonContent would add its label to the accessible name.
        let content = Box.row(spacing: 6)
        content.append(Element(gtk_image_new_from_icon_name(icon)), Label(text))
        self.init(gtk_button_new(), classes)
        gtk_button_set_child(reference.cast(), content.widget)
        setTooltip(tooltip)
    }

    init(label: String, classes: [String] = []) {
        self.init(gtk_button_new_with_label(label), classes)
    }

    private init(_ made: UnsafeMutablePointer<GtkWidget>?, _ classes: [String]) {
        reference = Element(made, classes: classes).reference
    }

    func setLabel(_ label: String) {
        gtk_button_set_label(reference.cast(), label)
    }

    /// Only for a button that has nothing but a label.
    func wrap() {
        let label = UnsafeMutableRawPointer(gtk_button_get_child(reference.cast()))
        gtk_label_set_wrap(OpaquePointer(label), 1)
        gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
    }

    func setIcon(_ name: String) {
        gtk_button_set_icon_name(reference.cast(), name)
    }

    /// The button is sensitive while the action is enabled.
    func setAction(_ name: String) {
        gtk_actionable_set_action_name(opaque, name)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        reference.connect("clicked", body)
    }
}

/// Small button that names a setting's choice and opens the place to change it.
@MainActor final class Chip: Widget {
    let reference: Reference
    private let label = Label(classes: ["caption"])

    init() {
        let button = Button(label: "", classes: ["flat", "chip"])
        reference = button.reference
        label.shorten()
        gtk_button_set_child(reference.cast(), label.widget)
        align(nil, GTK_ALIGN_CENTER)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        reference.connect("clicked", body)
    }

    func show(_ text: String, tooltip: String) {
        label.text = text
        setTooltip(tooltip)
    }
}

/// Button that stays pressed. The tooltip also is the accessible name.
@MainActor final class ToggleButton: Widget {
    let reference: Reference

    init(icon: String? = nil, label: String? = nil, tooltip: String, classes: [String] = []) {
        reference = Element(gtk_toggle_button_new(), classes: classes).reference
        if let icon {
            gtk_button_set_icon_name(reference.cast(), icon)
        }
        if let label {
            gtk_button_set_label(reference.cast(), label)
        }
        // After the label, which becomes the accessible name.
        setTooltip(tooltip)
    }

    func onToggle(_ body: @escaping @MainActor (Bool) -> Void) {
        reference.connectUser("toggled") { [weak self] in
            if let self {
                body(gtk_toggle_button_get_active(reference.cast()) != 0)
            }
        }
    }

    func show(_ isOn: Bool) {
        Rendering.run { gtk_toggle_button_set_active(reference.cast(), isOn.gboolean) }
    }
}

/// Preference row with a switch.
@MainActor final class ToggleRow: Widget {
    let reference: Reference
    private let control = Element(gtk_switch_new())

    init(_ title: String, subtitle: String = "") {
        reference = Element.row(title, subtitle, suffixes: control).reference
        adw_action_row_set_activatable_widget(reference.cast(), control.widget)
    }

    func onChange(_ body: @escaping @MainActor (Bool) -> Void) {
        control.reference.connectUser("notify::active") { [weak self] in
            if let self {
                body(gtk_switch_get_active(control.opaque) != 0)
            }
        }
    }

    func show(_ isOn: Bool) {
        Rendering.run { gtk_switch_set_active(control.opaque, isOn.gboolean) }
    }
}
