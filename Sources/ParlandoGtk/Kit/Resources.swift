import CGtk

/// The bundle of looks, icons and pages that lies in the data folder.
@MainActor public enum Resources {
    /// Registers the bundle. Without it the program runs with the looks that libadwaita brings; false says so.
    public static func register(folder: String) -> Bool {
        guard let bundle = g_resource_load(folder + "/parlando.gresource", nil) else {
            return false
        }
        g_resources_register(bundle)
        g_resource_unref(bundle)
        return true
    }
}
