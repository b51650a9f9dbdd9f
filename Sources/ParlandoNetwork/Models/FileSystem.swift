import Glibc
import ParlandoCore

/// What models need of the file system beyond reading and writing. Calls block.
enum FileSystem {
    /// Bytes of a regular file, nil: there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        guard stat(PathBytes.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int64(status.st_size)
    }

    /// Bytes that can still be written into a folder, nil: nobody can tell.
    static func freeSpace(in folder: String) -> Int64? {
        var status = statvfs()
        guard statvfs(PathBytes.cString(folder), &status) == 0 else {
            return nil
        }
        return bytes(blocks: UInt64(status.f_bavail), of: UInt64(status.f_frsize))
    }

    /// Some file systems answer with all ones where they do not know.
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

    /// Makes a folder and those above it. One that is there already is fine.
    static func makeFolder(_ path: String) throws(ModelError) {
        guard mkdir(PathBytes.cString(path), 0o755) != 0 else {
            return
        }
        var code = errno
        let parent = folder(of: path)
        if code == ENOENT, parent != path {
            try makeFolder(parent)
            // Once more and not again: below /proc there is never such a folder, whatever is above it.
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

    /// Removes a file; one that is not there is fine.
    static func remove(_ path: String) throws(ModelError) {
        guard unlink(PathBytes.cString(path)) == 0 || errno == ENOENT else {
            throw ModelError(errno: errno, doing: "unlink")
        }
    }

    /// Renames in one step and makes the new name last through a loss of power.
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
