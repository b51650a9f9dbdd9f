import CGtk

/// Texts for those widgets of libadwaita that read Pango markup: names of servers and files may hold `&` and `<`, which
/// would leave such a widget blank. No other file sets these texts.
@MainActor enum Markup {
    /// A text as markup that shows just this text.
    static func showing(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else {
            return ""
        }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    /// A toast, to be given to an overlay or a window, which takes it over.
    static func toast(_ text: String) -> OpaquePointer? {
        adw_toast_new(showing(text))
    }
}

extension Reference {
    /// Sets the title of a row of preferences. Some kinds of rows read markup and some do not, so all are told not to.
    func setRowTitle(_ text: String) {
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_preferences_row_set_title(cast(), text)
    }

    /// Sets the text below the title of a row.
    func setRowSubtitle(_ text: String) {
        adw_preferences_row_set_use_markup(cast(), 0)
        adw_action_row_set_subtitle(cast(), text)
    }

    /// Sets the title of a group of rows.
    func setGroupTitle(_ text: String) {
        adw_preferences_group_set_title(cast(), Markup.showing(text))
    }

    /// Sets the text below the title of a group of rows.
    func setGroupDescription(_ text: String) {
        adw_preferences_group_set_description(cast(), Markup.showing(text))
    }

    /// Sets the text of a status page; its title is no markup.
    func setStatusDescription(_ text: String) {
        adw_status_page_set_description(opaque, Markup.showing(text))
    }
}
