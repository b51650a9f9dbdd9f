import Glibc
import ParlandoCore

/// Record that the checksum of a model's file was verified, stored beside the file. As long as the file does not
/// change, the checksum need not be verified again. `scripts/tools/obtain_model.py` writes the same format. The methods
/// block.
struct CheckedStamp {
    private let path: String
    private let text: String

    /// Creates the record that the checksum of a file was verified, for the file as it is now, without storing the
    /// record. Returns nil if the file does not exist.
    init?(of model: SpeechModel, at file: String) {
        var status = stat()
        guard stat(PathBytes.cString(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        path = file + ".checked"
        // Any program can set a time after the year 2262, whose nanoseconds need more than 64 bits.
        let changed = Int128(status.st_mtim.tv_sec) * 1_000_000_000 + Int128(status.st_mtim.tv_nsec)
        text = "\(model.sha256) \(status.st_size) \(changed)\n"
    }

    /// Returns the checksum in the stored record of a file, or nil if there is no record. The file may have changed
    /// since.
    static func checksum(of file: String) -> String? {
        guard let bytes = try? OpenFile(file + ".checked", O_RDONLY).piece(at: 0, most: 65) else {
            return nil
        }
        let sum = String(decoding: bytes.prefix(64), as: UTF8.self)
        return bytes.count == 65 && sum.utf8.count == 64 && sum.allSatisfy(\.isHexDigit) ? sum : nil
    }

    /// Whether this record is stored, which means that the file has not changed since its checksum was verified.
    var isWrittenDown: Bool {
        guard let bytes = try? OpenFile(path, O_RDONLY).piece(at: 0) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self) == text
    }

    /// Stores the record. If that fails, the file is verified again next time.
    func writeDown() {
        guard let file = try? OpenFile(path, O_WRONLY | O_CREAT | O_TRUNC) else {
            return
        }
        try? file.append(Array(text.utf8))
    }
}
