import CGtk
import CGtkShim

/// Something on the screen. Widgets are values that refer to one GTK object.
@MainActor protocol Widget {
    var reference: Reference { get }
}

extension Widget {
    /// For functions of GTK. The pointer is good only while the widget is: a new widget is bound to a name first,
    /// because a temporary one dies before the function that gets its pointer is called.
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

    /// Classes of style.css and libadwaita.
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

    /// The name that assistive technologies read out.
    func setAccessibleLabel(_ label: String) {
        parlando_set_accessible_label(widget, label)
    }

    /// Makes a drawing a picture for assistive technologies, which read its name. Call before it is shown.
    func makePicture() {
        parlando_set_picture_role(widget)
    }

    /// Draws anew with the next frame.
    func redraw() {
        gtk_widget_queue_draw(widget)
    }

    /// What an icon means, for eyes that rest on it and for assistive technologies.
    func setTooltip(_ text: String) {
        gtk_widget_set_tooltip_text(widget, text)
        setAccessibleLabel(text)
    }

    func grabFocus() {
        gtk_widget_grab_focus(widget)
    }

    /// False where the user or the system asked for no movement.
    var isAnimated: Bool {
        adw_get_enable_animations(widget) != 0
    }
}
