import CGtk
import CGtkShim
import ParlandoPresenters

/// Banner in its wide or its narrow layout. Icon, text and colour show how serious the message is. Assistive
/// technologies announce the text, and the text can take the keyboard focus.
@MainActor struct BannerFace: Widget {
    let reference: Reference
    let button = Button(label: "")
    /// Button for the banner's alternative action.
    let other = Button(label: "")
    private let icon = Element(gtk_image_new())
    private let label = Label()

    init(isWide: Bool) {
        let strip = isWide ? Box.row(spacing: 12) : Box.column(spacing: 8)
        reference = strip.reference
        strip.setClass("banner-strip")
        parlando_set_status_role(label.widget)
        gtk_widget_set_focusable(label.widget, 1)
        label.wrap()
        label.expand(horizontal: true)
        gtk_label_set_xalign(label.opaque, 0)
        if isWide {
            // Minimum width of the text, so that the squeezer switches to the narrow layout before the text wraps too
            // much.
            gtk_label_set_width_chars(label.opaque, 34)
        }
        button.isVisible = false
        other.isVisible = false
        // A narrow window has no room for two buttons side by side.
        let buttons = isWide ? Box.row(spacing: 8) : Box.column(spacing: 6)
        buttons.align(GTK_ALIGN_END, GTK_ALIGN_CENTER)
        if isWide {
            buttons.append(other, button)
        } else {
            buttons.append(button, other)
            button.wrap()
            other.wrap()
        }
        let words = Box.row(spacing: 12)
        words.append(icon, label)
        strip.append(words, buttons)
    }

    func show(_ banner: DictationViewState.Banner) {
        label.text = banner.text
        button.isVisible = banner.action != nil
        button.setLabel(banner.action?.label ?? "")
        other.isVisible = banner.alternative != nil
        other.setLabel(banner.alternative?.label ?? "")
        setClass("tone-information", banner.tone == .information)
        setClass("tone-warning", banner.tone == .warning)
        setClass("tone-failure", banner.tone == .failure)
        gtk_image_set_from_icon_name(icon.opaque, Self.icon(for: banner.tone))
    }

    private static func icon(for tone: DictationViewState.Banner.Tone) -> String {
        switch tone {
        case .information: "dialog-information-symbolic"
        case .warning: "dialog-warning-symbolic"
        case .failure: "dialog-error-symbolic"
        }
    }
}
