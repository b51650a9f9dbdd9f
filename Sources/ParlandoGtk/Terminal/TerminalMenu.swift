import CGtk
import ParlandoPresenters

/// Context menu of the terminal, opened with the secondary mouse button.
@MainActor final class TerminalMenu {
    private let popover: Element
    private let model: Reference
    private let links: Reference

    /// - Parameter holder: container of the terminal, and parent of the menu.
    init(over holder: any Widget) {
        model = Reference(owned: g_menu_new())
        links = Reference(owned: g_menu_new())
        let edit = Reference(owned: g_menu_new())
        for (label, action) in [
            (tr("_Copy"), "terminal.copy"), (tr("_Paste"), "terminal.paste"),
            (tr("Select _All"), "terminal.select-all"),
        ] {
            g_menu_append(edit.opaque, label, action)
        }
        g_menu_append_section(model.opaque, nil, links.cast())
        g_menu_append_section(model.opaque, nil, edit.cast())
        popover = Element(gtk_popover_menu_new_from_model(model.cast()))
        gtk_popover_set_has_arrow(popover.reference.cast(), 0)
        popover.align(GTK_ALIGN_START)
        gtk_widget_set_parent(popover.widget, holder.widget)
    }

    /// Removes the menu from its holder. Call before the holder is destroyed.
    func remove() {
        gtk_widget_unparent(popover.widget)
    }

    /// Opens the menu at a position relative to its parent widget, in application pixels.
    ///
    /// - Parameter hasLink: whether there is a link at that position, which the menu then offers to open or copy.
    func present(x: Double, y: Double, hasLink: Bool) {
        g_menu_remove_all(links.opaque)
        if hasLink {
            g_menu_append(links.opaque, tr("_Open Link"), "terminal.open-link")
            g_menu_append(links.opaque, tr("Copy _Link"), "terminal.copy-link")
        }
        var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.reference.cast(), &place)
        gtk_popover_popup(popover.reference.cast())
    }
}
