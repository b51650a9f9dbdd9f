import Glibc
import ParlandoCore

/// What is written down beside a model's file once its checksum was compared, so that it need not be done again as long
/// as the file stays the same. `scripts/tools/obtain_model.py` writes the same. Its calls block.
struct CheckedStamp {
    private let path: String
    private let text: String

    /// Nil: there is no file.
    init?(of model: SpeechModel, at file: String) {
        var status = stat()
        guard stat(PathBytes.cString(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        path = file + ".checked"
        // Nanoseconds of a time after the year 2262 need more than 64 bits, and any program can set one.
        let changed = Int128(status.st_mtim.tv_sec) * 1_000_000_000 + Int128(status.st_mtim.tv_nsec)
        text = "\(model.sha256) \(status.st_size) \(changed)\n"
    }

    /// Whether this very file was compared before.
    var isWrittenDown: Bool {
        guard let bytes = try? OpenFile(path, O_RDONLY).piece(at: 0) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self) == text
    }

    /// Where it cannot be written the file is compared again the next time.
    func writeDown() {
        guard let file = try? OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC) else {
            return
        }
        try? file.append(Array(text.utf8))
    }
}
