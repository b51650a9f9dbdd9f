import CGtk
import CGtkShim

/// GTK widget. Values of conforming types hold a reference to one GTK object.
@MainActor protocol Widget {
    var reference: Reference { get }
}

extension Widget {
    /// Pointer for GTK functions, valid only while the widget lives. Bind a new widget to a name first: a temporary one
    /// would be released before the function that gets its pointer is called.
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

    /// Adds or removes a style class of style.css or libadwaita.
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

    /// Sets the accessible name, which assistive technologies read out.
    func setAccessibleLabel(_ label: String) {
        parlando_set_accessible_label(widget, label)
    }

    /// Gives a drawing the accessible role of an image, so that assistive technologies read its name. Call before the
    /// widget is shown.
    func makePicture() {
        parlando_set_picture_role(widget)
    }

    /// Redraws the widget with the next frame.
    func redraw() {
        gtk_widget_queue_draw(widget)
    }

    /// Sets the tooltip and the accessible name, for a widget that shows only an icon.
    func setTooltip(_ text: String) {
        reference.tooltip = text
        setAccessibleLabel(text)
        showTooltip()
    }

    /// Sets the label of the shortcut in the tooltip, such as "Ctrl+R". With an empty label, the tooltip shows no
    /// shortcut.
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

    /// Whether the desktop's text is at least 1.5 times as large as usual (96 dots per inch).
    var hasLargeText: Bool {
        pango_cairo_context_get_resolution(gtk_widget_get_pango_context(widget)) >= 1.5 * 96
    }

    /// Whether animations are enabled. They may be disabled by the user or the system.
    var isAnimated: Bool {
        adw_get_enable_animations(widget) != 0
    }
}
