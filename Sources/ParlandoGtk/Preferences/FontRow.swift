import CGtk
import ParlandoCore
import ParlandoPresenters

/// Row to choose a fixed-width font, with a button that resets it to the desktop's font.
@MainActor final class FontRow: PreferenceRow {
    let reference: Reference
    let declared: [(any DeclaredPreference)?]
    private let control = Element(gtk_font_button_new())
    private let usual: Button

    /// - Parameter path: preference with the font as a Pango font description, or an empty string for the desktop's
    ///   font.
    init(_ path: KeyPath<Preferences, String>, _ title: String) {
        declared = [Preferences.declaration(of: path)]
        reference = Reference(adw_action_row_new())
        usual = Button(
            icon: "edit-undo-symbolic", tooltip: tr("Use System Font"), classes: ["flat"])
        reference.setRowTitle(title)
        control.setAccessibleLabel(title)
        Self.wrapLabel(in: control.widget)
        gtk_font_chooser_set_filter_func(
            control.opaque, { family, _, _ in pango_font_family_is_monospace(UnsafeMutablePointer(mutating: family)) },
            nil, nil)
        for widget in [control as any Widget, usual] {
            widget.align(nil, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(reference.cast(), widget.widget)
        }
    }

    /// Lets the label with the font's name wrap between words; GTK would keep even a long name on one line. The label
    /// with the font's size is left as it is.
    private static func wrapLabel(in widget: UnsafeMutablePointer<GtkWidget>) {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, gtk_label_get_type()) != 0 {
            let label = OpaquePointer(widget)
            let isSize = gtk_label_get_text(label).map { Double(String(cString: $0)) != nil } ?? false
            gtk_label_set_wrap(label, (!isSize).gboolean)
            gtk_label_set_wrap_mode(label, PANGO_WRAP_WORD)
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            wrapLabel(in: next)
            child = gtk_widget_get_next_sibling(next)
        }
    }

    func onChange(_ body: @escaping @MainActor (PreferenceChange) -> Void) {
        control.reference.connect("font-set") { [weak self] in
            guard let self, let font = gtk_font_chooser_get_font(control.opaque) else {
                return
            }
            defer { g_free(font) }
            body(PreferenceChange(preference, String(cString: font)))
        }
        usual.onClick { [weak self] in body(PreferenceChange(self?.preference, "")) }
    }

    func show(_ preferences: Preferences) {
        let font = preference?.value(in: preferences) as? String ?? ""
        gtk_font_chooser_set_font(control.opaque, font.isEmpty ? DesktopFont.fixedWidth : font)
        usual.isVisible = !font.isEmpty
    }
}
