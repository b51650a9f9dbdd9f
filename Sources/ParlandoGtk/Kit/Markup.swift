import CGtk
import CGtkShim

/// Texts of libadwaita widgets that parse Pango markup: `&` or `<` in a name would leave them blank. No other file sets
/// these texts.
@MainActor enum Markup {
    /// Escapes a text, so that it is shown as it is.
    static func showing(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else {
            return ""
        }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    /// Wraps long texts, and is announced by assistive technologies. The overlay takes ownership.
    ///
    /// - Parameter button: its label; nil for none.
    static func toast(_ text: String, button: String? = nil) -> OpaquePointer? {
        let toast = adw_toast_new("")
        let title = Label.note("heading", text: text)
        parlando_set_role(title.widget, GTK_ACCESSIBLE_ROLE_STATUS)
        // Libadwaita lays a toast out at its natural width, which has to fit the narrowest window.
        let letters: Int32 = button == nil ? 30 : 22
        gtk_label_set_max_width_chars(title.opaque, title.hasLargeText ? letters / 2 : letters)
        // Otherwise a short text wraps beside a button, because there is room for two lines.
        gtk_label_set_natural_wrap_mode(title.opaque, GTK_NATURAL_WRAP_NONE)
        adw_toast_set_custom_title(toast, title.widget)
        if let button {
            adw_toast_set_button_label(toast, button)
            adw_toast_set_timeout(toast, 10)
        }
        return toast
    }
}

extension Reference {
    /// Only some kinds of rows parse markup, so it is switched off for all.
    func setRowTitle(_ text: String) {
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_title(cast(), text)
    }

    func setRowSubtitle(_ text: String) {
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_action_row_set_subtitle(cast(), text)
    }

    func setExpanderSubtitle(_ text: String) {
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_expander_row_set_subtitle(cast(), text)
    }

    func setGroupTitle(_ text: String) {
        adw_preferences_group_set_title(cast(), Markup.showing(text))
    }

    func setGroupDescription(_ text: String) {
        adw_preferences_group_set_description(cast(), Markup.showing(text))
    }

    /// The title of a status page is not parsed.
    func setStatusDescription(_ text: String) {
        adw_status_page_set_description(opaque, Markup.showing(text))
    }
}
