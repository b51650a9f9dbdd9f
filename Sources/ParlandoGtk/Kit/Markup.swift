import CGtk
import CGtkShim
import ParlandoPresenters

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

extension Label {
    /// Shows captions, or the hint if there are none. Sentences with labels or translations begin lines; others follow
    /// each other, because the window is low.
    ///
    /// - Parameter percent: of the usual size.
    func show(_ sentences: [CaptionViewState.Sentence], hint: String, percent: Int) {
        let areLines = sentences.contains { !$0.label.isEmpty || !$0.translation.isEmpty }
        let text = sentences.map { Self.markup($0, small: percent * 4 / 5) }.joined(separator: areLines ? "\n" : " ")
        let markup = "<span size=\"\(percent)%\">" + (text.isEmpty ? Self.pale(hint) : text) + "</span>"
        gtk_label_set_markup(opaque, markup)
    }

    private static func markup(_ sentence: CaptionViewState.Sentence, small: Int) -> String {
        let label = sentence.label.isEmpty ? "" : "<b>\(Markup.showing(sentence.label))</b> "
        let isApart = !sentence.final.isEmpty && sentence.interim.first.map { $0.isLetter || $0.isNumber } == true
        let words = Markup.showing(sentence.final) + (isApart ? " " : "") + pale(sentence.interim)
        let translation = Markup.showing(sentence.translation)
        // Its size takes the place of the one around it.
        return label + words + (translation.isEmpty ? "" : "\n<span size=\"\(small)%\"><i>\(translation)</i></span>")
    }

    /// Words that may still change: a little darker, and easily read.
    private static func pale(_ text: String) -> String {
        text.isEmpty ? "" : "<span alpha=\"85%\">\(Markup.showing(text))</span>"
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
