import CGtk

/// Push button. A tooltip also is the accessible name.
struct Button: Widget {
    let reference: Reference

    init(icon: String, tooltip: String, classes: [String] = []) {
        self.init(gtk_button_new_from_icon_name(icon), classes)
        setTooltip(tooltip)
    }

    /// The label is left out where there is no room for it.
    init(icon: String, label text: String, tooltip: String, classes: [String] = []) {
        // AdwButtonContent would add its label to the accessible name.
        let (content, room, label) = (Box.row(spacing: 6), Element(adw_squeezer_new()), Label(text))
        adw_squeezer_set_allow_none(room.opaque, 1)
        adw_squeezer_add(room.opaque, label.widget)
        content.append(Element(gtk_image_new_from_icon_name(icon)), room)
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
    let reference = Reference(gtk_toggle_button_new())

    convenience init(icon: String, tooltip: String, classes: [String] = []) {
        self.init(tooltip: tooltip, classes: classes)
        setIcon(icon)
    }

    convenience init(label: String, tooltip: String, classes: [String] = []) {
        self.init(tooltip: tooltip, classes: classes)
        gtk_button_set_label(reference.cast(), label)
        // The label has become the accessible name.
        setTooltip(tooltip)
    }

    private init(tooltip: String, classes: [String]) {
        setTooltip(tooltip)
        for name in classes {
            setClass(name)
        }
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

    func setIcon(_ name: String) {
        gtk_button_set_icon_name(reference.cast(), name)
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

/// Row of a preferences group with a radio button.
@MainActor final class RadioRow: Widget {
    let reference = Reference(adw_action_row_new())
    let id: String
    private let radio = Element(gtk_check_button_new())

    /// - Parameter other: a row of the same group; nil for the first.
    init(_ id: String, besides other: RadioRow?) {
        self.id = id
        radio.align(nil, GTK_ALIGN_CENTER)
        adw_action_row_add_prefix(reference.cast(), radio.widget)
        adw_action_row_set_activatable_widget(reference.cast(), radio.widget)
        if let other {
            gtk_check_button_set_group(radio.reference.cast(), other.radio.reference.cast())
        }
    }

    func onChoose(_ body: @escaping @MainActor (String) -> Void) {
        radio.reference.connectUser("toggled") { [weak self] in
            if let self, gtk_check_button_get_active(radio.reference.cast()) != 0 {
                body(id)
            }
        }
    }

    func show(_ option: RadioGroup.Option) {
        reference.setRowTitle(option.title)
        reference.setRowSubtitle(option.note)
        Rendering.run { gtk_check_button_set_active(radio.reference.cast(), option.isChosen.gboolean) }
    }
}

/// Preferences group with radio buttons.
@MainActor final class RadioGroup: Widget {
    struct Option {
        let id: String
        let title: String
        let note: String
        let isChosen: Bool
    }

    var onChoose: (@MainActor (String) -> Void)?

    private let group: RowGroup
    private var rows: [RadioRow] = []

    var reference: Reference { group.reference }

    init(_ title: String, description: String = "") {
        group = RowGroup(title, description: description)
    }

    func show(_ options: [Option]) {
        if options.map(\.id) != rows.map(\.id) {
            remake(options.map(\.id))
        }
        for (row, option) in zip(rows, options) {
            row.show(option)
        }
    }

    private func remake(_ ids: [String]) {
        for row in rows {
            group.remove(row)
        }
        rows = []
        for id in ids {
            let row = RadioRow(id, besides: rows.first)
            row.onChoose { [weak self] in self?.onChoose?($0) }
            group.add(row)
            rows.append(row)
        }
    }
}
