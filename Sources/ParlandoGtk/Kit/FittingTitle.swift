import CGtk

/// Title in a header bar. The title is hidden if it does not fit, so that large text does not widen the window.
@MainActor struct FittingTitle {
    private let squeezer = Element(adw_squeezer_new())
    private let title = Element(adw_window_title_new("", ""))

    init(_ text: String) {
        adw_window_title_set_title(title.opaque, text)
        adw_squeezer_set_allow_none(squeezer.opaque, 1)
        adw_squeezer_set_xalign(squeezer.opaque, 0.5)
        adw_squeezer_add(squeezer.opaque, title.widget)
    }

    /// Puts the title into a header bar.
    func set(in header: Element) {
        adw_header_bar_set_title_widget(header.opaque, squeezer.widget)
    }
}
