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
        parlando_set_role(widget, GTK_ACCESSIBLE_ROLE_IMG)
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

    /// Nil before it is in a window.
    var hostWindow: UnsafeMutablePointer<GtkWindow>? {
        UnsafeMutableRawPointer(gtk_widget_get_root(widget))?.assumingMemoryBound(to: GtkWindow.self)
    }

    func putOnClipboard(_ text: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
    }

    var typed: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        nonmutating set { gtk_editable_set_text(opaque, newValue) }
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

    /// Scrolls vertically.
    ///
    /// - Parameter tallest: up to which height it grows with its content, in application pixels; -1 for any. Nil if
    ///   it does not grow.
    static func scroller(_ child: any Widget, tallest: Int32? = nil, classes: [String] = []) -> Element {
        let scroller = Element(gtk_scrolled_window_new(), classes: classes)
        gtk_scrolled_window_set_child(scroller.opaque, child.widget)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        if let tallest {
            gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
            gtk_scrolled_window_set_max_content_height(scroller.opaque, tallest)
        }
        return scroller
    }

    /// - Parameter width: the largest, in application pixels.
    static func clamp(_ child: any Widget, width: Int32) -> Element {
        let clamp = Element(adw_clamp_new())
        adw_clamp_set_maximum_size(clamp.opaque, width)
        adw_clamp_set_child(clamp.opaque, child.widget)
        return clamp
    }

    static func statusPage(icon: String, title: String = "", note: String = "") -> Element {
        let page = Element(adw_status_page_new(), classes: ["compact"])
        adw_status_page_set_icon_name(page.opaque, icon)
        adw_status_page_set_title(page.opaque, title)
        page.reference.setStatusDescription(note)
        return page
    }

    /// Lengths are in application pixels.
    static func drawing(width: Int32 = 0, height: Int32, classes: [String] = []) -> Element {
        let area = Element(gtk_drawing_area_new(), classes: classes)
        area.resizeDrawing(width: width, height: height)
        return area
    }

    func resizeDrawing(width: Int32, height: Int32) {
        gtk_drawing_area_set_content_width(reference.cast(), width)
        gtk_drawing_area_set_content_height(reference.cast(), height)
    }

    /// For a stack.
    func addPages(_ pages: (String, any Widget)...) {
        for (name, child) in pages {
            gtk_stack_add_named(opaque, child.widget, name)
        }
    }

    func showPage(_ name: String) {
        gtk_stack_set_visible_child_name(opaque, name)
    }

    /// For a header bar. The first of `end` is outermost.
    func pack(start: [any Widget] = [], end: [any Widget] = []) {
        start.forEach { adw_header_bar_pack_start(opaque, $0.widget) }
        end.forEach { adw_header_bar_pack_end(opaque, $0.widget) }
    }

    /// For a spinner, which is hidden while it does not spin.
    func spin(_ isSpinning: Bool) {
        isVisible = isSpinning
        gtk_spinner_set_spinning(opaque, isSpinning.gboolean)
    }
}

struct Label: Widget {
    let reference: Reference

    /// - Parameter xalign: 0 for the left, 1 for the right.
    init(_ text: String = "", classes: [String] = [], xalign: Float = 0.5) {
        reference = Reference(gtk_label_new(text))
        for name in classes {
            setClass(name)
        }
        gtk_label_set_xalign(opaque, xalign)
    }

    /// Wraps, from the left.
    static func note(_ classes: String..., text: String = "") -> Label {
        let note = Label(text, classes: classes, xalign: 0)
        note.wrap()
        return note
    }

    /// Wraps, each line in the middle.
    static func centred(_ classes: String..., text: String = "") -> Label {
        let label = Label(text, classes: classes)
        label.wrap()
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        return label
    }

    var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        nonmutating set { gtk_label_set_text(opaque, newValue) }
    }

    /// An empty text hides the label.
    func show(_ text: String) {
        self.text = text
        isVisible = !text.isEmpty
    }

    func wrap() {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    }

    /// - Parameter width: in letters.
    func shorten(to width: Int32 = -1) {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
        gtk_label_set_max_width_chars(opaque, width)
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

    func replace(_ old: [any Widget], with new: [any Widget]) {
        old.forEach { gtk_box_remove(reference.cast(), $0.widget) }
        new.forEach { append($0) }
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

/// Widget that is a box with others in it.
@MainActor protocol Panel: Widget {
    var box: Box { get }
}

extension Panel {
    var reference: Reference {
        box.reference
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

/// Preferences group with its rows.
@MainActor struct RowGroup: Widget {
    let reference = Reference(adw_preferences_group_new())

    init(_ title: String = "", description: String = "", _ rows: [any Widget] = []) {
        reference.setGroupTitle(title)
        reference.setGroupDescription(description)
        for row in rows {
            add(row)
        }
    }

    func add(_ row: any Widget) {
        adw_preferences_group_add(reference.cast(), row.widget)
    }

    func remove(_ row: any Widget) {
        adw_preferences_group_remove(reference.cast(), row.widget)
    }

    /// Beside the title.
    func setSuffix(_ suffix: any Widget) {
        suffix.align(nil, GTK_ALIGN_CENTER)
        adw_preferences_group_set_header_suffix(reference.cast(), suffix.widget)
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
