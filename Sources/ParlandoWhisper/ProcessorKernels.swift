import CWhisper
import Foundation
import ParlandoCore

/// Loads ggml's compute kernels for this machine's processor. In a build for one processor, the kernels are linked in.
/// A package for any processor has a shared library for each kind, from which ggml loads the best.
enum ProcessorKernels {
    /// Loads the kernels if none are linked in. Must be called before any model is loaded; only the first call does any
    /// work. Thread-safe. Throws `engineFailed` if there are no kernels for this processor.
    static func load() throws(RecognitionError) {
        guard areThere else {
            throw RecognitionError(.engineFailed, detail: "no kernels of ggml for this processor")
        }
    }

    private static let areThere: Bool = {
        if ggml_backend_dev_count() == 0, let folder = folderOfLibrary() {
            // Without a folder, ggml would also load libraries that it finds in the current directory.
            ggml_backend_load_all_from_path(folder)
        }
        return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU) != nil
    }()

    /// Returns the folder of ggml's shared library, which this process has mapped; nil if ggml is linked in.
    private static func folderOfLibrary() -> String? {
        // The file is read to its end in pieces, because files in /proc report no size and return at most a page at a
        // time.
        guard let file = FileHandle(forReadingAtPath: "/proc/self/maps"), let maps = try? file.readToEnd() else {
            return nil
        }
        return folder(of: "libggml.so", inMaps: String(decoding: maps, as: UTF8.self))
    }

    /// Returns the folder of a mapped library.
    ///
    /// - Parameters:
    ///   - library: beginning of the file's name.
    ///   - maps: text of `/proc/PID/maps`; see proc(5).
    static func folder(of library: String, inMaps maps: String) -> String? {
        for line in maps.split(separator: "\n") {
            let path = URL(filePath: String(line.drop { $0 != "/" }))
            if path.lastPathComponent.hasPrefix(library) {
                return path.deletingLastPathComponent().path
            }
        }
        return nil
    }
}
