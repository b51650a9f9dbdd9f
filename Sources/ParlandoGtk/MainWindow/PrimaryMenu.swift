import CGtk
import ParlandoPresenters

/// Main menu button in the header bar, also opened with F10.
@MainActor enum PrimaryMenu {
    static func button() -> Element {
        let menu = Reference(owned: g_menu_new())
        for (label, action) in [
            (tr("_History"), SharedKey.history.action),
            (tr("_Files"), "win.files"),
            (tr("_Preferences"), "app.preferences"),
            (tr("_Keyboard Shortcuts"), SharedKey.shortcuts.action),
            (tr("_About Parlando"), "app.about"),
        ] {
            g_menu_append(menu.opaque, label, action)
        }
        let button = Element(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_primary(button.opaque, 1)
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
        button.setTooltip(tr("Main Menu"))
        return button
    }
}
