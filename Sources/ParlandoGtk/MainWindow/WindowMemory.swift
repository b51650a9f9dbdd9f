import CGtk
import CGtkShim

/// Remembers the size of the window from one run to the next.
@MainActor final class WindowMemory {
    private let settings: Reference

    /// Nil where the schema is not installed.
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
