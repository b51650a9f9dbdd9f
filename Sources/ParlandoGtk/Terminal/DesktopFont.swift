import CGtk
import CGtkShim

/// Fixed-width font that the user has chosen for the desktop.
@MainActor enum DesktopFont {
    private static let schema = "org.gnome.desktop.interface"
    private static let key = "monospace-font-name"
    private static let usual = "Monospace 11"

    /// The font as a Pango font description. Desktops other than GNOME have no such setting; there it is "Monospace
    /// 11".
    static var fixedWidth: String {
        guard let made = parlando_settings(schema) else {
            return usual
        }
        let settings = Reference(owned: OpaquePointer(made))
        guard let found = g_settings_get_string(settings.cast(), key) else {
            return usual
        }
        defer { g_free(found) }
        let name = String(cString: found)
        return name.isEmpty ? usual : name
    }
}
