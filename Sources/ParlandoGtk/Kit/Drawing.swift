import CGtk

/// Settings of GTK's renderer.
@MainActor enum Drawing {
    /// Selects cairo rendering and avoids loading the graphics driver, unless the environment names a renderer.
    ///
    /// A page of text has little to paint, and memory is needed for the model. With Mesa's software driver, which GTK
    /// loads by default, the program takes 60 MB more and twice as long until its first window (measured with GTK 4.8).
    /// Call before GTK starts.
    static func leaveGraphicsDriverAlone() {
        guard g_getenv("GSK_RENDERER") == nil else {
            return
        }
        g_setenv("GSK_RENDERER", "cairo", 0)
        // GTK 4.16 renamed the variable that disables GL.
        if gtk_get_major_version() == 4, gtk_get_minor_version() < 16 {
            g_setenv("GDK_DEBUG", "gl-disable", 0)
        } else {
            g_setenv("GDK_DISABLE", "gl,vulkan", 0)
        }
    }
}
