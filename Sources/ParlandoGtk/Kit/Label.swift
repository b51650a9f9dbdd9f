import CGtk

/// Text that cannot be edited.
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

    /// Goes on in the next line where the window is narrow.
    func wrap() {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
    }

    /// Ends in an ellipsis where the window is narrow.
    func shorten() {
        gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END)
    }
}
