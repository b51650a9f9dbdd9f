import CGtk
import CGtkShim
import ParlandoPresenters

/// Window that lists the keyboard shortcuts of each page, as the pages declare them, and those of the window itself.
@MainActor enum ShortcutsWindow {
    private typealias Shortcut = (title: String, key: String, note: String?)

    /// Opens the window at the section of the page in front.
    ///
    /// - Parameter stack: view stack that contains the pages under their names.
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

    /// Returns the description of the window in GTK's XML. GTK 4.8 offers no functions that add sections or shortcuts.
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
            (tr("Close Window"), "<Control>w", nil), (tr("Quit"), "<Control>q", nil),
        ]
        return section("window", tr("All Pages"), [group(tr("Pages"), turning), group(tr("Window"), others)])
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
