import CGtk
import CGtkShim
import ParlandoPresenters

/// Main menu button in the header bar, also opened with F10.
@MainActor enum PrimaryMenu {
    static func button() -> Element {
        let menu = Reference(owned: g_menu_new())
        for (label, action) in [
            (tr("_History"), SharedKey.history.action),
            (tr("_Files"), "win.files"),
            (tr("_Captions"), "app.captions"),
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

@MainActor enum AboutWindow {
    static func present(over parent: UnsafeMutablePointer<GtkWindow>, _ application: Application) {
        let about = Element(adw_about_window_new())
        let window = about.opaque
        adw_about_window_set_application_name(window, Application.name)
        adw_about_window_set_application_icon(window, application.id)
        adw_about_window_set_version(window, application.version)
        adw_about_window_set_developer_name(window, tr("The Parlando authors"))
        adw_about_window_set_comments(window, tr("Turns your speech into text on your own computer."))
        adw_about_window_set_license_type(window, GTK_LICENSE_GPL_3_0)
        // TRANSLATORS: your own name and address, one person a line
        let credits = tr("translator-credits")
        adw_about_window_set_translator_credits(window, credits == "translator-credits" ? "" : credits)
        gtk_window_set_transient_for(about.reference.cast(), parent)
        gtk_window_present(about.reference.cast())
    }
}

/// The shortcuts of each page and of the window itself.
@MainActor enum ShortcutsWindow {
    private typealias Shortcut = (title: String, key: String, note: String?)

    /// - Parameter stack: has the pages under their names. The window opens at the section of the visible one.
    static func present(over parent: UnsafeMutablePointer<GtkWindow>, _ pages: [any Page], in stack: any Widget) {
        let builder = Reference(owned: gtk_builder_new_from_string(interface(pages), -1))
        guard let found = gtk_builder_get_object(builder.opaque, "shortcuts") else {
            return
        }
        let window = Reference(UnsafeMutableRawPointer(found))
        parlando_bind(stack.reference.pointer, "visible-child-name", window.pointer, "section-name")
        gtk_window_set_transient_for(window.cast(), parent)
        gtk_window_present(window.cast())
    }

    /// GTK's XML, because GTK 4.8 has no functions that add sections or shortcuts.
    static func interface(_ pages: [any Page]) -> String {
        let content = property("modal", "1") + pages.map(section).joined() + windowSection(pages)
        return "<interface><object class=\"GtkShortcutsWindow\" id=\"shortcuts\">\(content)</object></interface>"
    }

    private static func section(_ page: any Page) -> String {
        let groups = page.commands.groups.map { group in
            let shortcuts = group.commands.compactMap { command -> Shortcut? in
                guard let title = command.title, let key = command.keys.first else {
                    return nil
                }
                return (title, key, command.note)
            }
            return self.group(group.title, shortcuts)
        }
        return section(page.name, page.title, groups)
    }

    private static func windowSection(_ pages: [any Page]) -> String {
        let turning = pages.enumerated().map { Shortcut($1.title, "<Alt>\($0 + 1)", nil) }
        let others: [Shortcut] = [
            (tr("History"), "<Control>h", nil), (tr("Preferences"), "<Control>comma", nil),
            (tr("Keyboard Shortcuts"), "<Control>question", nil), (tr("Main Menu"), "F10", nil),
            (tr("Find in History or Preferences"), "<Control>f", nil), (tr("Close Window"), "<Control>w", nil),
            (tr("Quit"), "<Control>q", nil),
        ]
        let letters = [(tr("Zoom In"), "plus"), (tr("Zoom Out"), "minus"), (tr("Normal Text Size"), "0")]
        let captions = letters.map { Shortcut($0, "<Control>" + $1, nil) }
        return section(
            "window", tr("All Pages"),
            [group(tr("Pages"), turning), group(tr("Window"), others), group(tr("Captions"), captions)])
    }

    private static func section(_ name: String, _ title: String, _ groups: [String]) -> String {
        child("GtkShortcutsSection", property("section-name", name) + property("title", title) + groups.joined())
    }

    private static func group(_ title: String, _ shortcuts: [Shortcut]) -> String {
        let rows = shortcuts.map { shortcut in
            let note = shortcut.note.map { property("subtitle", $0) } ?? ""
            return child(
                "GtkShortcutsShortcut",
                property("title", shortcut.title) + property("accelerator", shortcut.key) + note)
        }
        return child("GtkShortcutsGroup", property("title", title) + rows.joined())
    }

    private static func child(_ type: String, _ content: String) -> String {
        "<child><object class=\"\(type)\">\(content)</object></child>"
    }

    private static func property(_ name: String, _ value: String) -> String {
        "<property name=\"\(name)\">\(Markup.showing(value))</property>"
    }
}
