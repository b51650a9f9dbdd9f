import CGtk
import ParlandoCore

/// Files that the user has chosen, dropped or opened with the program.
@MainActor struct FileList {
    /// Paths in the form of `PathBytes`, which keeps every byte of a name.
    private(set) var paths: [String] = []
    /// Number of files that have no local path and are therefore not in `paths`.
    private(set) var others = 0

    init(_ files: UnsafeMutablePointer<OpaquePointer>, count: Int) {
        for file in UnsafeBufferPointer(start: files, count: count) {
            add(file)
        }
    }

    /// - Parameter model: list of `GFile` objects; nil counts as empty.
    init(_ model: OpaquePointer?) {
        guard let model else {
            return
        }
        for index in 0..<g_list_model_get_n_items(model) {
            if let file = g_list_model_get_item(model, index) {
                add(OpaquePointer(file))
                g_object_unref(file)
            }
        }
    }

    private mutating func add(_ file: OpaquePointer) {
        if let path = Self.path(of: file) {
            paths.append(path)
        } else {
            others += 1
        }
    }

    /// Returns the path of a `GFile`, or nil if the file is not on this computer.
    static func path(of file: OpaquePointer) -> String? {
        guard let path = g_file_get_path(file) else {
            return nil
        }
        defer { g_free(path) }
        return PathBytes.text(UnsafeRawBufferPointer(start: path, count: strlen(path)))
    }
}
