import CGtk

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

    /// The overlay or window takes ownership.
    static func toast(_ text: String) -> OpaquePointer? {
        adw_toast_new(showing(text))
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
