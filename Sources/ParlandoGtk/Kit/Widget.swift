import CGtk
import CGtkShim

/// GTK widget: a reference to one GTK object.
@MainActor protocol Widget {
    var reference: Reference { get }
}

extension Widget {
    /// Valid only while the widget lives: bind a new widget to a name first, or it is released before the function is
    /// called.
    var widget: UnsafeMutablePointer<GtkWidget> {
        reference.cast()
    }

    var opaque: OpaquePointer {
        reference.opaque
    }

    var isVisible: Bool {
        get { gtk_widget_get_visible(widget) != 0 }
        nonmutating set { gtk_widget_set_visible(widget, newValue.gboolean) }
    }

    var isSensitive: Bool {
        get { gtk_widget_get_sensitive(widget) != 0 }
        nonmutating set { gtk_widget_set_sensitive(widget, newValue.gboolean) }
    }

    /// Classes of style.css or libadwaita.
    func setClass(_ name: String, _ isOn: Bool = true) {
        if isOn {
            gtk_widget_add_css_class(widget, name)
        } else {
            gtk_widget_remove_css_class(widget, name)
        }
    }

    func align(_ horizontal: GtkAlign? = nil, _ vertical: GtkAlign? = nil) {
        if let horizontal {
            gtk_widget_set_halign(widget, horizontal)
        }
        if let vertical {
            gtk_widget_set_valign(widget, vertical)
        }
    }

    func expand(horizontal: Bool = false, vertical: Bool = false) {
        gtk_widget_set_hexpand(widget, horizontal.gboolean)
        gtk_widget_set_vexpand(widget, vertical.gboolean)
    }

    func setMargins(horizontal: Int32 = 0, top: Int32 = 0, bottom: Int32 = 0) {
        gtk_widget_set_margin_start(widget, horizontal)
        gtk_widget_set_margin_end(widget, horizontal)
        gtk_widget_set_margin_top(widget, top)
        gtk_widget_set_margin_bottom(widget, bottom)
    }

    /// What assistive technologies read out.
    func setAccessibleLabel(_ label: String) {
        parlando_set_accessible_label(widget, label)
    }

    /// Lets assistive technologies read the name of a drawing. Call before the widget is shown.
    func makePicture() {
        parlando_set_picture_role(widget)
    }

    func redraw() {
        gtk_widget_queue_draw(widget)
    }

    /// Sets the accessible name too, for a widget that shows only an icon.
    func setTooltip(_ text: String) {
        reference.tooltip = text
        setAccessibleLabel(text)
        showTooltip()
    }

    /// - Parameter label: shown in the tooltip, such as "Ctrl+R".
    func setShortcut(_ label: String) {
        reference.shortcut = label
        showTooltip()
    }

    private func showTooltip() {
        let (tooltip, shortcut) = (reference.tooltip, reference.shortcut)
        let hasBoth = !tooltip.isEmpty && !shortcut.isEmpty
        gtk_widget_set_tooltip_text(widget, hasBoth ? "\(tooltip) (\(shortcut))" : tooltip)
    }

    func grabFocus() {
        gtk_widget_grab_focus(widget)
    }

    /// At least 1.5 times the usual 96 dots per inch.
    var hasLargeText: Bool {
        pango_cairo_context_get_resolution(gtk_widget_get_pango_context(widget)) >= 1.5 * 96
    }

    /// Animations may be disabled by the user or the system.
    var isAnimated: Bool {
        adw_get_enable_animations(widget) != 0
    }
}

/// Widget that needs no type of its own.
struct Element: Widget {
    let reference: Reference

    init(_ made: UnsafeMutablePointer<GtkWidget>?, classes: [String] = []) {
        reference = Reference(UnsafeMutableRawPointer(made))
        for name in classes {
            setClass(name)
        }
    }

    init(_ reference: Reference) {
        self.reference = reference
    }
}

struct Label: Widget {
    let reference: Reference

    init(_ text: String = "", classes: [String] = []) {
        reference = Reference(gtk_label_new(text))
        for name in classes {
            setClass(name)
        }
    }

    var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        nonmutating set { gtk_label_set_text(opaque, newValue) }
    }

    func wrap() {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    }

    func shorten() {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    }
}

/// Row or column of widgets.
@MainActor public struct Box: Widget {
    let reference: Reference

    static func row(spacing: Int32 = 0, classes: [String] = []) -> Box {
        Box(GTK_ORIENTATION_HORIZONTAL, spacing, classes)
    }

    static func column(spacing: Int32 = 0, classes: [String] = []) -> Box {
        Box(GTK_ORIENTATION_VERTICAL, spacing, classes)
    }

    private init(_ orientation: GtkOrientation, _ spacing: Int32, _ classes: [String]) {
        reference = Reference(gtk_box_new(orientation, spacing))
        for name in classes {
            setClass(name)
        }
    }

    func append(_ children: any Widget...) {
        for child in children {
            gtk_box_append(reference.cast(), child.widget)
        }
    }

    /// Buttons at the end of a preference row, below each other if it is too narrow.
    static func suffix(_ buttons: [Button]) -> Box {
        let box = Box.row()
        parlando_use_wrap_layout(box.widget, PARLANDO_WRAP_AT_END, 6)
        box.align(nil, GTK_ALIGN_CENTER)
        box.setMargins(top: 6, bottom: 6)
        buttons.forEach { box.append($0) }
        return box
    }
}

extension Widget {
    /// Keeps the value of a spin button or slider while the page below the pointer is scrolled. Its own controllers
    /// would take such events.
    func leaveScrollingToPage() {
        let controllers = Reference(owned: gtk_widget_observe_controllers(widget))
        for index in 0..<g_list_model_get_n_items(controllers.opaque) {
            guard let item = g_list_model_get_item(controllers.opaque, index) else {
                continue
            }
            defer { g_object_unref(item) }
            let instance = item.assumingMemoryBound(to: GTypeInstance.self)
            let takesScrolling = [gtk_event_controller_scroll_get_type(), gtk_gesture_swipe_get_type()]
                .contains { g_type_check_instance_is_a(instance, $0) != 0 }
            if takesScrolling {
                gtk_event_controller_set_propagation_phase(OpaquePointer(item), GTK_PHASE_NONE)
            }
        }
    }
}

/// Change of a view state, to update only the widgets that it concerns.
@MainActor struct Change<State> {
    let old: State?
    let new: State

    /// Calls `show` if this part has changed, or if there is no old state.
    func on<Part: Equatable>(_ part: KeyPath<State, Part>, _ show: (Part) -> Void) {
        let value = new[keyPath: part]
        if let old, old[keyPath: part] == value {
            return
        }
        show(value)
    }
}
