import CGtk

/// Widget of any kind, for those that need no type of their own.
struct Element: Widget {
    let reference: Reference

    /// Wraps the widget that a GTK constructor returned.
    init(_ made: UnsafeMutablePointer<GtkWidget>?, classes: [String] = []) {
        reference = Reference(UnsafeMutableRawPointer(made))
        for name in classes {
            setClass(name)
        }
    }

    /// Wraps an object that already has a reference.
    init(_ reference: Reference) {
        self.reference = reference
    }
}
