import CGtk
import CGtkShim

/// The fixed-width font that the user chose for the desktop.
@MainActor enum DesktopFont {
    private static let schema = "org.gnome.desktop.interface"
    private static let key = "monospace-font-name"
    private static let usual = "Monospace 11"

    /// As Pango describes it. Other desktops than GNOME have no such choice.
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
