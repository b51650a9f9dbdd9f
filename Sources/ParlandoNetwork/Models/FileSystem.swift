import Glibc
import ParlandoCore

/// File system functions for models, other than reading and writing. All of them block.
enum FileSystem {
    /// Returns the size of a regular file in bytes, or nil if there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(PathBytes.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Returns the time at which a file was last added to a folder, removed or renamed, in nanoseconds since 1970, or
    /// nil if there is no folder.
    static func lastChange(of folder: String) -> Int128? {
        var status = stat()
        guard stat(PathBytes.cString(folder), &status) == 0 else {
            return nil
        }
        return Int128(status.st_mtim.tv_sec) * 1_000_000_000 + Int128(status.st_mtim.tv_nsec)
    }

    /// Returns the free space of a folder's file system in bytes, or nil if it is unknown.
    static func freeSpace(in folder: String) -> Int64? {
        var status = statvfs()
        guard statvfs(PathBytes.cString(folder), &status) == 0 else {
            return nil
        }
        return bytes(blocks: UInt64(status.f_bavail), of: UInt64(status.f_frsize))
    }

    /// Returns the size of a number of blocks in bytes, at most `Int64.max`. The product may overflow: some file
    /// systems report numbers with all bits set if their size is not known.
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

    /// Creates a folder and its parents. An existing folder is no error.
    static func makeFolder(_ path: String) throws(ModelError) {
        guard mkdir(PathBytes.cString(path), 0o755) != 0 else {
            return
        }
        var code = errno
        let parent = folder(of: path)
        if code == ENOENT, parent != path {
            try makeFolder(parent)
            // Retry only once: below /proc the folder cannot be created even though its parent exists.
            guard mkdir(PathBytes.cString(path), 0o755) != 0 else {
                return
            }
            code = errno
        }
        var status = stat()
        guard code == EEXIST, stat(PathBytes.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw ModelError(errno: code, doing: "mkdir")
        }
    }

    /// Removes a file. A missing file is no error.
    static func remove(_ path: String) throws(ModelError) {
        guard unlink(PathBytes.cString(path)) == 0 || errno == ENOENT else {
            throw ModelError(errno: errno, doing: "unlink")
        }
    }

    /// Renames a file atomically, and syncs the folder so that the new name survives a loss of power.
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
