import Glibc
import ParlandoCore

/// File system functions for models. All of them block.
enum FileSystem {
    static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(PathBytes.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Time of the last addition, removal or renaming in a folder, in nanoseconds since 1970.
    static func lastChange(of folder: String) -> Int128? {
        var status = stat()
        guard stat(PathBytes.cString(folder), &status) == 0 else {
            return nil
        }
        return Int128(status.st_mtim.tv_sec) * 1_000_000_000 + Int128(status.st_mtim.tv_nsec)
    }

    /// In bytes.
    static func freeSpace(in folder: String) -> Int64? {
        var status = statvfs()
        guard statvfs(PathBytes.cString(folder), &status) == 0 else {
            return nil
        }
        return bytes(blocks: UInt64(status.f_bavail), of: UInt64(status.f_frsize))
    }

    /// At most `Int64.max`: some file systems report numbers with all bits set if their size is not known.
    static func bytes(blocks: UInt64, of size: UInt64) -> Int64 {
        let (bytes, overflows) = blocks.multipliedReportingOverflow(by: size)
        return overflows ? .max : Int64(clamping: bytes)
    }

    static func names(in folder: String) -> [String] {
        guard let directory = opendir(PathBytes.cString(folder)) else {
            return []
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                })
        }
        return names
    }

    /// With its parents, readable only by their owner. An existing folder is no error.
    static func makeFolder(_ path: String) throws(ModelError) {
        guard mkdir(PathBytes.cString(path), 0o700) != 0 else {
            return
        }
        var code = errno
        let parent = folder(of: path)
        if code == ENOENT, parent != path {
            try makeFolder(parent)
            // Only once: below /proc the folder cannot be created even though its parent exists.
            guard mkdir(PathBytes.cString(path), 0o700) != 0 else {
                return
            }
            code = errno
        }
        var status = stat()
        guard code == EEXIST, stat(PathBytes.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw ModelError(errno: code, doing: "mkdir")
        }
    }

    /// Throws `diskFull` if the folder, which is created, has no room for so many bytes.
    static func makeRoom(for bytes: Int64, in folder: String) throws(ModelError) {
        try makeFolder(folder)
        if let free = freeSpace(in: folder), free < bytes {
            throw ModelError(.diskFull, detail: "\(bytes) bytes wanted, \(free) free")
        }
    }

    /// A missing file is no error.
    static func remove(_ path: String) throws(ModelError) {
        guard unlink(PathBytes.cString(path)) == 0 || errno == ENOENT else {
            throw ModelError(errno: errno, doing: "unlink")
        }
    }

    /// The folder is synced, so that the new name survives a loss of power.
    static func move(_ path: String, to target: String) throws(ModelError) {
        guard rename(PathBytes.cString(path), PathBytes.cString(target)) == 0 else {
            throw ModelError(errno: errno, doing: "rename")
        }
        try OpenFile(folder(of: target), O_RDONLY | O_DIRECTORY).synchronize()
    }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else {
            return "."
        }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// Open file. Its methods block. Not thread-safe.
final class OpenFile {
    /// In bytes.
    static let chunk = 1 << 18

    private let descriptor: Int32

    /// - Parameter flags: those of `open(2)`.
    init(_ path: String, _ flags: Int32) throws(ModelError) {
        descriptor = open(PathBytes.cString(path), flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ModelError(errno: errno, doing: "open")
        }
    }

    /// Opens a file of the user's choice. Throws `notReadable`.
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

    var count: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    func isStill(at path: String) -> Bool {
        var mine = stat()
        var there = stat()
        return fstat(descriptor, &mine) == 0 && stat(PathBytes.cString(path), &there) == 0
            && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev
    }

    /// Returns false if another process holds the lock (`flock(2)`).
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

    /// Returns an empty array at the end of the file.
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

    func content() throws(ModelError) -> [UInt8] {
        var bytes: [UInt8] = []
        while case let next = try piece(at: Int64(bytes.count)), !next.isEmpty {
            bytes += next
        }
        return bytes
    }

    func truncate() throws(ModelError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw ModelError(errno: errno, doing: "truncate")
        }
    }

    func synchronize() throws(ModelError) {
        guard fsync(descriptor) == 0 else {
            throw ModelError(errno: errno, doing: "fsync")
        }
    }
}

extension ModelError {
    init(errno code: Int32, doing action: String) {
        let kind: Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .diskFull
            case EACCES, EPERM, EROFS, ENOTDIR, EISDIR, ENOENT, EEXIST, ELOOP, ENAMETOOLONG: .notWritable
            default: .failed
            }
        self.init(kind, detail: "\(action): \(String(cString: strerror(code)))")
    }

    /// Returns nil if the transfer was cancelled.
    init?(_ error: HTTPError) {
        let detail = "\(error.kind) \(error.detail)"
        switch error.kind {
        case .cancelled: return nil
        case .unreachable, .timedOut, .interrupted: self.init(.offline, detail: detail)
        case .untrusted: self.init(.signIn, detail: detail)
        case .invalidAddress, .insecure, .tooManyRedirects, .authorities, .badAnswer:
            self.init(.badAnswer, detail: detail)
        case .failed: self.init(.failed, detail: detail)
        }
    }
}
