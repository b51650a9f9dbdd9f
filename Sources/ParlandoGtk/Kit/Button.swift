import CGtk

/// Push button.
struct Button: Widget {
    let reference: Reference

    /// Creates a button with an icon. The tooltip also serves as its accessible name.
    init(icon: String, tooltip: String, classes: [String] = []) {
        self.init(gtk_button_new_from_icon_name(icon), classes)
        setTooltip(tooltip)
    }

    /// Creates a button with an icon and a label. The tooltip also serves as its accessible name.
    init(icon: String, label: String, tooltip: String, classes: [String] = []) {
        // AdwButtonContent would add its label to the accessible name.
        let content = Box.row(spacing: 6)
        content.append(Element(gtk_image_new_from_icon_name(icon)), Label(label))
        self.init(gtk_button_new(), classes)
        gtk_button_set_child(reference.cast(), content.widget)
        setTooltip(tooltip)
    }

    init(label: String, classes: [String] = []) {
        self.init(gtk_button_new_with_label(label), classes)
    }

    private init(_ made: UnsafeMutablePointer<GtkWidget>?, _ classes: [String]) {
        reference = Reference(UnsafeMutableRawPointer(made))
        for name in classes {
            setClass(name)
        }
    }

    func setLabel(_ label: String) {
        gtk_button_set_label(reference.cast(), label)
    }

    /// Lets the label wrap if it is too wide. Call only for a button that was created with nothing but a label.
    func wrap() {
        let label = UnsafeMutableRawPointer(gtk_button_get_child(reference.cast()))
        gtk_label_set_wrap(OpaquePointer(label), 1)
        gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
    }

    func setIcon(_ name: String) {
        gtk_button_set_icon_name(reference.cast(), name)
    }

    /// Sets the action that a press activates. The button is sensitive while the action is enabled.
    func setAction(_ name: String) {
        gtk_actionable_set_action_name(opaque, name)
    }

    func onClick(_ body: @escaping @MainActor () -> Void) {
        reference.connect("clicked", body)
    }
}
