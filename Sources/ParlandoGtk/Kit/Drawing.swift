import CGtk

/// How the window is painted.
@MainActor enum Drawing {
    /// Paints with cairo and leaves the graphics driver alone, unless the environment names a renderer.
    ///
    /// A page of text has little to paint, and the memory belongs to the model: with Mesa's software driver, which GTK
    /// loads wherever it may, the program takes 60 MB more and twice as long to its first window (measured on GTK 4.8).
    /// Call before GTK starts.
    static func leaveGraphicsDriverAlone() {
        guard g_getenv("GSK_RENDERER") == nil else {
            return
        }
        g_setenv("GSK_RENDERER", "cairo", 0)
        // The switch that says so to GDK has had two names.
        if gtk_get_major_version() == 4, gtk_get_minor_version() < 16 {
            g_setenv("GDK_DEBUG", "gl-disable", 0)
        } else {
            g_setenv("GDK_DISABLE", "gl,vulkan", 0)
        }
    }
}
