import CGtk

/// Resource bundle with the style sheet, icons and UI files of the program.
@MainActor public enum Resources {
    /// Registers the bundle `parlando.gresource`. Returns false if it cannot be loaded; the program then runs with
    /// libadwaita's default style.
    public static func register(_ path: String) -> Bool {
        guard let bundle = g_resource_load(path, nil) else {
            return false
        }
        g_resources_register(bundle)
        g_resource_unref(bundle)
        return true
    }
}
