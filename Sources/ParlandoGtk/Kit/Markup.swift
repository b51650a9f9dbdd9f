import CGtk

/// Text for libadwaita widgets that parse Pango markup. Names of servers and files may contain `&` and `<`, which would
/// leave such a widget blank. No other file sets these texts.
@MainActor enum Markup {
    /// Escapes a text for a widget that parses markup, so that the widget shows the text unchanged.
    static func showing(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else {
            return ""
        }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    /// Returns a toast for an overlay or a window, which takes ownership of it.
    static func toast(_ text: String) -> OpaquePointer? {
        adw_toast_new(showing(text))
    }
}

extension Reference {
    /// Sets the title of a preferences row. Only some kinds of rows parse markup, so markup is switched off for all.
    func setRowTitle(_ text: String) {
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_title(cast(), text)
    }

    /// Sets the subtitle of a row.
    func setRowSubtitle(_ text: String) {
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_action_row_set_subtitle(cast(), text)
    }

    /// Sets the subtitle of a row that can be expanded.
    func setExpanderSubtitle(_ text: String) {
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_expander_row_set_subtitle(cast(), text)
    }

    /// Sets the title of a group of rows.
    func setGroupTitle(_ text: String) {
        adw_preferences_group_set_title(cast(), Markup.showing(text))
    }

    /// Sets the description of a group of rows.
    func setGroupDescription(_ text: String) {
        adw_preferences_group_set_description(cast(), Markup.showing(text))
    }

    /// Sets the description of a status page. Its title is not parsed as markup.
    func setStatusDescription(_ text: String) {
        adw_status_page_set_description(opaque, Markup.showing(text))
    }
}
