import Glibc
import ParlandoCore

/// An open file; closed when nobody holds it. Its calls block. Not thread-safe.
final class OpenFile {
    /// How much is read at once.
    private static let chunk = 1 << 18

    private let descriptor: Int32

    /// - Parameter flags: those of `open(2)`.
    init(_ path: String, _ flags: Int32) throws(ModelError) {
        descriptor = open(PathBytes.cString(path), flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ModelError(errno: errno, doing: "open")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Bytes in the file.
    var count: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Whether `path` still names this file.
    func isStill(at path: String) -> Bool {
        var mine = stat()
        var there = stat()
        return fstat(descriptor, &mine) == 0 && stat(PathBytes.cString(path), &there) == 0
            && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
    }

    /// Takes the file for this process alone (`flock(2)`). False: another one has it.
    func lock() -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Writes behind the end (opened with `O_APPEND`) or on from where it stands.
    func append(_ bytes: [UInt8]) throws(ModelError) {
        var done = 0
        while done < bytes.count {
            let written = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done)
            }
            guard written >= 0 || errno == EINTR else {
                throw ModelError(errno: errno, doing: "write")
            }
            done += max(0, written)
        }
    }

    /// The next piece from an offset in bytes on; empty at the end.
    func piece(at offset: Int64) throws(ModelError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, off_t(offset))
            guard count >= 0 || errno == EINTR else {
                throw ModelError(errno: errno, doing: "read")
            }
            if count >= 0 {
                buffer.removeLast(buffer.count - count)
                return buffer
            }
        }
    }

    /// Throws everything in it away.
    func truncate() throws(ModelError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw ModelError(errno: errno, doing: "truncate")
        }
    }

    /// Returns when the disk has it.
    func synchronize() throws(ModelError) {
        guard fsync(descriptor) == 0 else {
            throw ModelError(errno: errno, doing: "fsync")
        }
    }
}
