import CGtk

/// Container with a list and the chosen item of the list, side by side or, in a narrow window, one at a time.
@MainActor struct TwoPanes: Widget {
    let reference = Reference(adw_leaflet_new())

    /// Whether there is room for one pane only.
    var isFolded: Bool {
        adw_leaflet_get_folded(opaque) != 0
    }

    /// Adds the panes. Call once.
    ///
    /// - Parameter width: minimum width of the list, in application pixels.
    func fill(list: any Widget, width: Int32, detail: any Widget) {
        gtk_widget_set_size_request(list.widget, width, -1)
        gtk_widget_set_size_request(detail.widget, 320, -1)
        detail.expand(horizontal: true)
        adw_leaflet_append(opaque, list.widget)
        let line = Element(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        adw_leaflet_page_set_navigatable(adw_leaflet_append(opaque, line.widget), 0)
        adw_leaflet_append(opaque, detail.widget)
        adw_leaflet_set_can_navigate_back(opaque, 1)
    }

    /// Runs `body` whenever `isFolded` changes.
    func onFold(_ body: @escaping @MainActor () -> Void) {
        reference.connect("notify::folded", body)
    }

    /// Runs `body` whenever another pane becomes the visible one.
    func onTurn(_ body: @escaping @MainActor () -> Void) {
        reference.connect("notify::visible-child", body)
    }

    /// Makes a pane the one that is visible in a narrow window.
    func show(_ pane: any Widget) {
        adw_leaflet_set_visible_child(opaque, pane.widget)
    }

    /// Whether a pane is the only visible one.
    func isAlone(_ pane: any Widget) -> Bool {
        isFolded && adw_leaflet_get_visible_child(opaque) == pane.widget
    }

    func goBack() {
        adw_leaflet_navigate(opaque, ADW_NAVIGATION_DIRECTION_BACK)
    }

    /// Shows all window buttons in the header bar of the only visible pane. If both panes are visible, each shows the
    /// buttons of its own side.
    func showFolding(listHeader: Element, detailHeader: Element, back: Button) {
        adw_header_bar_set_show_end_title_buttons(listHeader.opaque, isFolded.gboolean)
        adw_header_bar_set_show_start_title_buttons(detailHeader.opaque, isFolded.gboolean)
        back.isVisible = isFolded
    }
}
