import CGtk

/// Text label that cannot be edited.
struct Label: Widget {
    let reference: Reference

    init(_ text: String = "", classes: [String] = []) {
        reference = Reference(gtk_label_new(text))
        for name in classes {
            setClass(name)
        }
    }

    var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        nonmutating set { gtk_label_set_text(opaque, newValue) }
    }

    /// Wraps the text if it is too wide.
    func wrap() {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    }

    /// Ends the text in an ellipsis if it is too wide.
    func shorten() {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    }
}
