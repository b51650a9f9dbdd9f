import CGtk

/// Wrapper for GTK widgets that need no wrapper type of their own.
struct Element: Widget {
    let reference: Reference

    /// Wraps the widget that a GTK constructor returned.
    init(_ made: UnsafeMutablePointer<GtkWidget>?, classes: [String] = []) {
        reference = Reference(UnsafeMutableRawPointer(made))
        for name in classes {
            setClass(name)
        }
    }

    /// Wraps the widget of an existing reference.
    init(_ reference: Reference) {
        self.reference = reference
    }
}
