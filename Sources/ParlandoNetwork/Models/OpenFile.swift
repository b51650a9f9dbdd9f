import Glibc
import ParlandoCore

/// Open file, closed on release. Its methods block. Not thread-safe.
final class OpenFile {
    /// Default number of bytes to read at once.
    static let chunk = 1 << 18

    private let descriptor: Int32

    /// - Parameter flags: flags of `open(2)`.
    init(_ path: String, _ flags: Int32) throws(ModelError) {
        descriptor = open(PathBytes.cString(path), flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ModelError(errno: errno, doing: "open")
        }
    }

    /// Opens a file of the user's choice for reading. Throws `notReadable` if that is not possible.
    static func source(_ path: String) throws(ModelError) -> OpenFile {
        do throws(ModelError) {
            return try OpenFile(path, O_RDONLY)
        } catch {
            throw ModelError(.notReadable, detail: error.detail)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Size of the file in bytes.
    var count: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Returns whether `path` still refers to this file.
    func isStill(at path: String) -> Bool {
        var mine = stat()
        var there = stat()
        return fstat(descriptor, &mine) == 0 && stat(PathBytes.cString(path), &there) == 0
            && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
    }

    /// Locks the file for this process (`flock(2)`). Returns false if another process holds the lock.
    func lock() -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Writes at the end if the file was opened with `O_APPEND`, else at the current position.
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

    /// Reads up to `most` bytes from an offset in bytes. Returns an empty array at the end of the file.
    func piece(at offset: Int64, most: Int = OpenFile.chunk) throws(ModelError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: most)
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

    /// Reads the whole file.
    func content() throws(ModelError) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let next = try piece(at: Int64(bytes.count)), !next.isEmpty {
            bytes += next
        }
        return bytes
    }

    /// Removes all content.
    func truncate() throws(ModelError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw ModelError(errno: errno, doing: "truncate")
        }
    }

    /// Waits until the content is on disk.
    func synchronize() throws(ModelError) {
        guard fsync(descriptor) == 0 else {
            throw ModelError(errno: errno, doing: "fsync")
        }
    }
}
