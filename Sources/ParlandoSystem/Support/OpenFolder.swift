import Foundation
import Glibc
import ParlandoCore

/// Open folder. Its files are accessed through its descriptor, so they stay the same even if something else takes the
/// folder's path. Calls block while the disk is busy.
final class OpenFolder {
    private let descriptor: Int32

    /// Result of opening a path as a folder.
    enum Opened {
        case folder(OpenFolder)
        /// The path is a symbolic link to a folder, which other programs may use as well.
        case link(OpenFolder)
        case nothing
        /// The path leads to something that cannot be opened as a folder.
        case somethingElse
    }

    /// Opens a folder. The result tells whether its path ends with a symbolic link.
    static func open(_ path: String) -> Opened {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let descriptor = Glibc.open(PathBytes.cString(path), flags | O_NOFOLLOW)
        if descriptor >= 0 {
            return .folder(OpenFolder(descriptor))
        }
        let target = Glibc.open(PathBytes.cString(path), flags)
        if target >= 0 {
            return .link(OpenFolder(target))
        }
        return errno == ENOENT ? .nothing : .somethingElse
    }

    /// Removes the unwanted files from a folder. If the folder's path is a symbolic link, nothing is removed.
    ///
    /// - Parameters:
    ///   - isUnwanted: whether a file of the folder is to be removed.
    ///   - remove: removes a file; returns whether it is gone.
    /// - Returns: the paths of the unwanted files that are left; the folder's path if it is a link to a folder with
    ///   unwanted files, or cannot be opened as a folder.
    static func removeAll(
        in path: String, where isUnwanted: (OpenFolder, String) -> Bool, by remove: (OpenFolder, String) -> Bool
    ) -> [String] {
        switch open(path) {
        case .nothing: []
        case .somethingElse: [path]
        case .link(let folder): folder.names.contains { isUnwanted(folder, $0) } ? [path] : []
        case .folder(let folder):
            folder.names.filter { isUnwanted(folder, $0) && !remove(folder, $0) }.map { "\(path)/\($0)" }
        }
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Names of the files in the folder, sorted.
    var names: [String] {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        rewinddir(stream)
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    PathBytes.text(name.prefix { $0 != 0 })
                })
        }
        return names.sorted()
    }

    /// Whether there is a file with this name.
    func contains(_ name: String) -> Bool {
        faccessat(descriptor, PathBytes.cString(name), F_OK, 0) == 0
    }

    /// Returns the number of bytes of a file; 0 if it is not a regular file or cannot be examined.
    func bytes(of name: String) -> Int64 {
        var status = stat()
        let isFile = fstatat(descriptor, PathBytes.cString(name), &status, 0) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isFile ? Int64(status.st_size) : 0
    }

    /// Removes a file. A symbolic link is removed itself, not its target. Returns true if afterwards there is no file
    /// of that name.
    func remove(_ name: String) -> Bool {
        unlinkat(descriptor, PathBytes.cString(name), 0) == 0 || errno == ENOENT
    }

    /// Locks a file, calls `body` and returns its result. Returns nil without calling `body` if the lock is held
    /// elsewhere. If the file cannot be opened, `body` is called without a lock.
    func locking<Result>(_ name: String, _ body: () -> Result) -> Result? {
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        let file = openat(
            descriptor, PathBytes.cString(name), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
        defer {
            if file >= 0 {
                close(file)
            }
        }
        return file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0 ? body() : nil
    }
}
