import CWhisper
import Foundation
import ParlandoCore

/// The kernels of ggml for the processor of this machine. A build for one processor has them linked in; a package for
/// any processor has a shared library for each kind, and ggml chooses the best one when it loads them.
enum ProcessorKernels {
    /// Loads the kernels if none are linked in. Must come before any model is loaded; only the first call does any work.
    /// Thread-safe. Throws `engineFailed` if there are none for this processor.
    static func load() throws(RecognitionError) {
        guard areThere else {
            throw RecognitionError(.engineFailed, detail: "no kernels of ggml for this processor")
        }
    }

    private static let areThere: Bool = {
        if ggml_backend_dev_count() == 0, let folder = folderOfLibrary() {
            // Without a folder, ggml would load what it finds in the current one.
            ggml_backend_load_all_from_path(folder)
        }
        return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU) != nil
    }()

    /// Returns the folder of ggml's shared library, which this process has mapped; nil if ggml is linked in.
    private static func folderOfLibrary() -> String? {
        let maps = FileManager.default.contents(atPath: "/proc/self/maps") ?? Data()
        let path = String(decoding: maps, as: UTF8.self).split(separator: "\n")
            .compactMap { line in line.firstIndex(of: "/").map { line[$0...] } }
            .first { $0.contains("/libggml.so") }
        return path.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } }
    }
}
