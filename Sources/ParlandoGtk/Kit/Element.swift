import CGtk

/// A widget of any kind, for those that need no type of their own.
struct Element: Widget {
    let reference: Reference

    /// Takes what a constructor of GTK returned.
    init(_ made: UnsafeMutablePointer<GtkWidget>?, classes: [String] = []) {
        reference = Reference(UnsafeMutableRawPointer(made))
        for name in classes {
            setClass(name)
        }
    }

    /// Takes what is held already.
    init(_ reference: Reference) {
        self.reference = reference
    }
}
