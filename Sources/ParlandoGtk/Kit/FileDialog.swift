import CGtk
import ParlandoCore
import ParlandoPresenters

/// Native file dialog that asks where to save a file, or which file to open.
///
/// Its owner must retain it for as long as it is open.
@MainActor final class FileDialog {
    /// File format: its display name and its file name extension.
    struct Format {
        let title: String
        let ending: String
    }

    private let reference: Reference
    private let window: UnsafeMutablePointer<GtkWindow>?
    /// File name extensions of the formats, the default first. `filters` maps each GTK file filter to its extension.
    private let endings: [String]
    private var filters: [OpaquePointer: String] = [:]

    /// Returns a dialog that asks where to save a file. The first format is selected initially.
    static func save(_ title: String, accept: String, name: String, formats: [Format], over widget: any Widget)
        -> FileDialog
    {
        let dialog = FileDialog(title, accept, GTK_FILE_CHOOSER_ACTION_SAVE, formats, over: widget)
        gtk_file_chooser_set_current_name(dialog.reference.opaque, name)
        return dialog
    }

    /// Returns a dialog that asks for a file to open.
    static func open(_ title: String, accept: String, formats: [Format], over widget: any Widget) -> FileDialog {
        FileDialog(title, accept, GTK_FILE_CHOOSER_ACTION_OPEN, formats, over: widget)
    }

    /// Returns a dialog that asks for files to open. The user can switch between files of the given media types and all
    /// files.
    ///
    /// - Parameter name: display name for files of the media types.
    static func openSeveral(
        _ title: String, accept: String, types: [String], called name: String, over widget: any Widget
    ) -> FileDialog {
        let dialog = FileDialog(title, accept, GTK_FILE_CHOOSER_ACTION_OPEN, [], over: widget)
        gtk_file_chooser_set_select_multiple(dialog.reference.opaque, 1)
        let filter = Reference(owned: gtk_file_filter_new())
        gtk_file_filter_set_name(filter.opaque, name)
        types.forEach { gtk_file_filter_add_mime_type(filter.opaque, $0) }
        let all = Reference(owned: gtk_file_filter_new())
        gtk_file_filter_set_name(all.opaque, tr("All Files"))
        gtk_file_filter_add_pattern(all.opaque, "*")
        for filter in [filter, all] {
            gtk_file_chooser_add_filter(dialog.reference.opaque, filter.opaque)
        }
        return dialog
    }

    /// Shows the dialog. `body` gets the chosen files; it is not called if the user cancels.
    func presentSeveral(_ body: @escaping @MainActor (FileList) -> Void) {
        reference.connectNumber("response") { [weak self] answer in
            guard let self, answer == GTK_RESPONSE_ACCEPT.rawValue,
                let files = gtk_file_chooser_get_files(reference.opaque)
            else {
                return
            }
            body(FileList(files))
            g_object_unref(UnsafeMutableRawPointer(files))
        }
        gtk_native_dialog_show(reference.cast())
    }

    private init(
        _ title: String, _ accept: String, _ purpose: GtkFileChooserAction, _ formats: [Format], over widget: any Widget
    ) {
        let root = UnsafeMutableRawPointer(gtk_widget_get_root(widget.widget))
        window = root?.assumingMemoryBound(to: GtkWindow.self)
        endings = formats.map(\.ending)
        reference = Reference(owned: gtk_file_chooser_native_new(title, window, purpose, accept, nil))
        gtk_native_dialog_set_modal(reference.cast(), 1)
        for format in formats {
            let filter = Reference(owned: gtk_file_filter_new())
            gtk_file_filter_set_name(filter.opaque, format.title)
            gtk_file_filter_add_pattern(filter.opaque, "*." + format.ending)
            gtk_file_chooser_add_filter(reference.opaque, filter.opaque)
            filters[filter.opaque] = format.ending
        }
    }

    /// The user's answer to the dialog.
    enum Answer {
        case path(String)
        /// The chosen file is not on a local disk.
        case notLocal
        case cancelled
    }

    /// Shows the dialog and returns the user's answer.
    func answer() async -> Answer {
        await withCheckedContinuation { answer in
            wait(answer)
        }
    }

    private func wait(_ answer: CheckedContinuation<Answer, Never>) {
        present { path in
            answer.resume(returning: path.map { .path($0) } ?? .notLocal)
        } cancelled: {
            answer.resume(returning: .cancelled)
        }
    }

    /// Shows the dialog. `body` gets the chosen path, or nil if the file is not on a local disk. If the user cancels,
    /// `cancelled` is called instead.
    func present(
        _ body: @escaping @MainActor (String?) -> Void, cancelled: @escaping @MainActor () -> Void = {}
    ) {
        reference.connectNumber("response") { [weak self] answer in
            if let self, answer == GTK_RESPONSE_ACCEPT.rawValue {
                accept(body, cancelled)
            } else {
                cancelled()
            }
        }
        if isSaving {
            reference.connect("notify::filter") { [weak self] in self?.nameFollowsFormat() }
        }
        gtk_native_dialog_show(reference.cast())
    }

    private var isSaving: Bool {
        gtk_file_chooser_get_action(reference.opaque) == GTK_FILE_CHOOSER_ACTION_SAVE
    }

    /// Completes the file name with the extension of the chosen format, and asks before an existing file is replaced.
    /// The dialog itself has asked only about the name as it was typed.
    private func accept(
        _ body: @escaping @MainActor (String?) -> Void, _ cancelled: @escaping @MainActor () -> Void
    ) {
        guard isSaving, let typed = path(), let ending = chosenEnding else {
            return body(path())
        }
        let path = FileName.completed(typed, chosen: ending, among: endings)
        guard path != typed, g_file_test(PathBytes.cString(path), G_FILE_TEST_EXISTS) != 0 else {
            return body(path)
        }
        Question.ask(
            tr("Replace File?"), tr("A file with this name already exists."), goOn: tr("Replace"), over: window
        ) { answer in
            if answer == .goOn {
                body(path)
            } else {
                cancelled()
            }
        }
    }

    private var chosenEnding: String? {
        gtk_file_chooser_get_filter(reference.opaque).flatMap { filters[$0] }
    }

    private func nameFollowsFormat() {
        guard let name = gtk_file_chooser_get_current_name(reference.opaque) else {
            return
        }
        defer { g_free(name) }
        let old = String(cString: name)
        if let ending = chosenEnding {
            gtk_file_chooser_set_current_name(reference.opaque, FileName.changed(old, to: ending, among: endings))
        }
    }

    private func path() -> String? {
        guard let file = gtk_file_chooser_get_file(reference.opaque) else {
            return nil
        }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        return FileList.path(of: file)
    }
}
