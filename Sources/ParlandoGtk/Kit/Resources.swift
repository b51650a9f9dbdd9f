import CGtk

/// The bundle of looks, icons and pages that comes with the program.
@MainActor public enum Resources {
    /// Registers the bundle `parlando.gresource`. Without it the program runs with the looks that libadwaita brings;
    /// false says so.
    public static func register(_ path: String) -> Bool {
        guard let bundle = g_resource_load(path, nil) else {
            return false
        }
        g_resources_register(bundle)
        g_resource_unref(bundle)
        return true
    }
}
