import Glibc
public import ParlandoCore

/// Saves texts as files. New content is written to a temporary file beside the old one, synced to disk, and moved into
/// place atomically, so that there is always a complete file, old or new. Anything other than a regular file, such as
/// `/dev/stdout`, is written to directly.
public actor FileTextSaver: TextSaver {
    private let executor = BlockingExecutor(label: "io.github.parlando.text-saver")

    /// Executor that runs the actor on a thread of its own, because disks may be slow.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func save(_ text: String, to path: String) throws(TextSaveError) {
        try save(Array(text.utf8), to: path)
    }

    private func save(_ bytes: [UInt8], to path: String) throws(TextSaveError) {
        let place = try OutputPlace(path)
        guard let draft = place.draft else {
            let file = try Self.open(place.target, O_WRONLY | O_APPEND | O_NOCTTY)
            defer { close(file) }
            return try Self.write(bytes, to: file)
        }
        do throws(TextSaveError) {
            try Self.write(bytes, to: draft, of: place)
            guard rename(PathBytes.cString(draft), PathBytes.cString(place.target)) == 0 else {
                throw TextSaveError(errno: errno, step: "rename")
            }
        } catch {
            unlink(PathBytes.cString(draft))
            throw error
        }
    }

    private static func open(_ path: String, _ flags: Int32) throws(TextSaveError) -> Int32 {
        let file = Glibc.open(PathBytes.cString(path), flags | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            throw TextSaveError(errno: errno, step: "open")
        }
        return file
    }

    private static func write(_ bytes: [UInt8], to draft: String, of place: OutputPlace) throws(TextSaveError) {
        let file = try open(draft, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(file) }
        place.keepMode(in: file)
        try write(bytes, to: file)
        // A full disk may be reported only now.
        guard fsync(file) == 0 else {
            throw TextSaveError(errno: errno, step: "fsync")
        }
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(TextSaveError) {
        guard bytes.write(to: file) else {
            throw TextSaveError(errno: errno, step: "write")
        }
    }
}

extension TextSaveError {
    /// Creates the error for a system call that failed.
    ///
    /// - Parameter step: name of the call, for the log.
    init(errno code: Int32, step: String) {
        let kind: Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EACCES, EPERM, EROFS: .denied
            case ENOENT, ENOTDIR: .folderMissing
            case EISDIR: .isFolder
            default: .failed
            }
        self.init(kind, detail: "\(step): \(String(cString: strerror(code)))")
    }
}

extension FileTextSaver: RecordingSaver {
    public func save(_ recording: SpeechRecording, to path: String) throws(TextSaveError) {
        try save(recording.waveHeader + recording.bytes, to: path)
    }
}
