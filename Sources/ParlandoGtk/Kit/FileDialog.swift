import CGtk

/// Asks where a file is to be written, or which one is to be read, with the desktop's own dialog.
///
/// Its owner keeps it for as long as it is open.
@MainActor final class FileDialog {
    /// What a kind of file is called, and the ending of its name.
    struct Format {
        let title: String
        let ending: String
    }

    private let reference: Reference
    private var endings: [OpaquePointer: String] = [:]

    /// A dialog that asks for a name to write to. The first format is chosen at the start.
    static func save(_ title: String, accept: String, name: String, formats: [Format], over widget: any Widget)
        -> FileDialog
    {
        let dialog = FileDialog(title, accept, GTK_FILE_CHOOSER_ACTION_SAVE, formats, over: widget)
        gtk_file_chooser_set_current_name(dialog.reference.opaque, name)
        return dialog
    }

    /// A dialog that asks for a file to read.
    static func open(_ title: String, accept: String, formats: [Format], over widget: any Widget) -> FileDialog {
        FileDialog(title, accept, GTK_FILE_CHOOSER_ACTION_OPEN, formats, over: widget)
    }

    private init(
        _ title: String, _ accept: String, _ purpose: GtkFileChooserAction, _ formats: [Format], over widget: any Widget
    ) {
        let root = UnsafeMutableRawPointer(gtk_widget_get_root(widget.widget))
        let window = root?.assumingMemoryBound(to: GtkWindow.self)
        reference = Reference(owned: gtk_file_chooser_native_new(title, window, purpose, accept, nil))
        gtk_native_dialog_set_modal(reference.cast(), 1)
        for format in formats {
            let filter = Reference(owned: gtk_file_filter_new())
            gtk_file_filter_set_name(filter.opaque, format.title)
            gtk_file_filter_add_pattern(filter.opaque, "*." + format.ending)
            gtk_file_chooser_add_filter(reference.opaque, filter.opaque)
            endings[filter.opaque] = format.ending
        }
    }

    /// Shows the dialog. `body` gets the path that was chosen, or nil where it lies on no local disk; it does not run
    /// when the user turns back.
    func present(_ body: @escaping @MainActor (String?) -> Void) {
        reference.connectResponse { [weak self] answer in
            if let self, answer == GTK_RESPONSE_ACCEPT.rawValue {
                body(path())
            }
        }
        gtk_native_dialog_show(reference.cast())
    }

    private func path() -> String? {
        guard let file = gtk_file_chooser_get_file(reference.opaque) else {
            return nil
        }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let path = g_file_get_path(file) else {
            return nil
        }
        defer { g_free(path) }
        return withEnding(String(cString: path))
    }

    /// A name without one of the endings gets that of the chosen format.
    private func withEnding(_ path: String) -> String {
        let hasEnding = endings.values.contains { path.lowercased().hasSuffix("." + $0) }
        guard gtk_file_chooser_get_action(reference.opaque) == GTK_FILE_CHOOSER_ACTION_SAVE, !hasEnding,
            let filter = gtk_file_chooser_get_filter(reference.opaque), let ending = endings[filter]
        else {
            return path
        }
        return path + "." + ending
    }
}
