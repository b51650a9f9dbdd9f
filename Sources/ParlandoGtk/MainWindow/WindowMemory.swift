import CGtk
import CGtkShim

/// Stores the size of the window in GSettings and restores it at the next start.
@MainActor final class WindowMemory {
    private let settings: Reference

    /// Opens the settings. Returns nil if the GSettings schema is not installed.
    init?(schema: String) {
        guard let made = parlando_settings(schema) else {
            return nil
        }
        settings = Reference(owned: OpaquePointer(made))
    }

    func follow(_ window: Reference) {
        for (key, property) in [
            ("window-width", "default-width"), ("window-height", "default-height"), ("window-maximized", "maximized"),
        ] {
            g_settings_bind(settings.cast(), key, window.pointer, property, G_SETTINGS_BIND_DEFAULT)
        }
    }
}
