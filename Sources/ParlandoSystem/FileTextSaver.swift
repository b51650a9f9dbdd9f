import Foundation
import Glibc
public import ParlandoCore

/// Saves texts as files. The new content is written beside the old, pushed to the disk, and takes its place at once: at
/// every moment there is the old file or the new one, whole.
public actor FileTextSaver: TextSaver {
    private let executor = BlockingExecutor(label: "io.github.parlando.text-saver")

    /// A thread of its own, for disks take their time.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func save(_ text: String, to path: String) throws(TextSaveError) {
        try save(Array(text.utf8), to: path)
    }

    private func save(_ bytes: [UInt8], to path: String) throws(TextSaveError) {
        let target = try Self.target(of: path)
        let draft = target + ".\(UUID().uuidString.prefix(8)).part"
        do throws(TextSaveError) {
            try Self.write(bytes, to: draft, modeOf: target)
            guard rename(PathBytes.cString(draft), PathBytes.cString(target)) == 0 else {
                throw Self.error(errno, "rename")
            }
        } catch {
            unlink(PathBytes.cString(draft))
            throw error
        }
    }

    /// The file that is really meant: what a symbolic link points at keeps being pointed at.
    private static func target(of path: String) throws(TextSaveError) -> String {
        var status = stat()
        if stat(PathBytes.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw TextSaveError(.isFolder)
        }
        return PathBytes.withoutLinks(path)
    }

    private static func write(_ bytes: [UInt8], to draft: String, modeOf target: String) throws(TextSaveError) {
        let file = open(PathBytes.cString(draft), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            throw error(errno, "open")
        }
        defer { close(file) }
        var status = stat()
        if stat(PathBytes.cString(target), &status) == 0 {
            fchmod(file, status.st_mode & 0o7777)
        }
        try write(bytes, to: file)
        // A full disk may show itself only now.
        guard fsync(file) == 0 else {
            throw error(errno, "fsync")
        }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(TextSaveError) {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR {
                throw error(errno, "write")
            }
            done += max(0, count)
        }
    }

    private static func error(_ code: Int32, _ step: String) -> TextSaveError {
        let kind: TextSaveError.Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EACCES, EPERM, EROFS: .denied
            case ENOENT, ENOTDIR: .folderMissing
            case EISDIR: .isFolder
            default: .failed
            }
        return TextSaveError(kind, detail: "\(step): \(String(cString: strerror(code)))")
    }
}

extension FileTextSaver: RecordingSaver {
    public func save(_ recording: SpeechRecording, to path: String) throws(TextSaveError) {
        try save(recording.waveHeader + recording.bytes, to: path)
    }
}
