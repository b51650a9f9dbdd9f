import Glibc
import ParlandoCore

/// A FLAC file to which samples are appended. If the program is killed, all frames written before remain playable. Not
/// thread-safe; writing blocks.
final class FlacFile {
    private let descriptor: Int32
    private let encoder: FlacEncoder
    private var isFinished = false

    /// Creates the file, readable and writable only by its owner. Throws `denied` if the file already exists.
    init(path: String) throws(TextSaveError) {
        do throws(AudioFileError) {
            encoder = try FlacEncoder()
        } catch {
            throw TextSaveError(.failed, detail: error.detail)
        }
        descriptor = open(PathBytes.cString(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw Self.error("open")
        }
        try write(encoder.header)
    }

    deinit {
        close(descriptor)
    }

    /// Appends samples at `AudioBlock.sampleRate`, full scale ±1.
    func append(_ samples: [Float]) throws(TextSaveError) {
        if !isFinished {
            try write(encoder.encode(samples))
        }
    }

    /// Writes the last frames, and the length into the header.
    func finish() throws(TextSaveError) {
        guard !isFinished else {
            return
        }
        isFinished = true
        try write(encoder.finish())
        let information = encoder.information
        let count = information.withUnsafeBytes {
            pwrite(descriptor, $0.baseAddress, $0.count, off_t(FlacEncoder.informationOffset))
        }
        guard count == information.count else {
            throw Self.error("header")
        }
    }

    private func write(_ bytes: [UInt8]) throws(TextSaveError) {
        guard bytes.write(to: descriptor) else {
            throw Self.error("write")
        }
    }

    private static func error(_ step: String) -> TextSaveError {
        let code = errno
        let kind: TextSaveError.Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EACCES, EPERM, EROFS, EEXIST, ELOOP: .denied
            case ENOENT, ENOTDIR: .folderMissing
            default: .failed
            }
        return TextSaveError(kind, detail: "\(step): \(String(cString: strerror(code)))")
    }
}
