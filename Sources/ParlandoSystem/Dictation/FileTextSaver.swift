import Glibc
public import ParlandoCore

/// Saves texts as files, whole and atomically (`OutputFile`).
public actor FileTextSaver: TextSaver, RecordingSaver {
    private let executor = BlockingExecutor(label: "io.github.parlando.text-saver")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init() {}

    public func save(_ text: String, to path: String) throws(TextSaveError) {
        try Self.write(Array(text.utf8), to: path)
    }

    public func saveNew(_ text: String, to path: String) throws(TextSaveError) -> Bool {
        // The empty file keeps the name for this text.
        let descriptor = open(PathBytes.cString(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                return false
            }
            throw TextSaveError(errno: errno, step: "open")
        }
        close(descriptor)
        do throws(TextSaveError) {
            try save(text, to: path)
        } catch {
            unlink(PathBytes.cString(path))
            throw error
        }
        return true
    }

    public func save(_ recording: SpeechRecording, to path: String) throws(TextSaveError) {
        try Self.write(recording.waveHeader + recording.bytes, to: path)
    }

    /// - Parameter isPrivate: whether only its owner can read the file. Blocks.
    static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(TextSaveError) {
        let file = try OutputFile(path, isPrivate: isPrivate)
        try file.write(bytes)
        try file.finish()
    }
}
