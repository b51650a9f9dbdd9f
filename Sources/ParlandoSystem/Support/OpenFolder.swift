import Foundation
import Glibc
public import ParlandoCore

/// Its files are accessed through its descriptor, so they stay the same even if something else takes the folder's path.
/// Calls block.
final class OpenFolder {
    private let descriptor: Int32

    enum Opened {
        case folder(OpenFolder)
        /// The path is a symbolic link to a folder, which other programs may use as well.
        case link(OpenFolder)
        case nothing
        case somethingElse
    }

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

    /// Removes nothing if the path is a symbolic link. Returns the paths of the unwanted files that are left, or the
    /// folder's path if it is such a link or cannot be opened.
    ///
    /// - Parameter remove: returns whether the file is gone.
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

    /// Creates a folder that only its owner can read, unless there is one.
    static func make(_ path: String) throws(TextSaveError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw TextSaveError(.denied, detail: "the folder")
        }
    }

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Sorted.
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

    func contains(_ name: String) -> Bool {
        faccessat(descriptor, PathBytes.cString(name), F_OK, 0) == 0
    }

    /// 0 if it is not a regular file or cannot be examined.
    func bytes(of name: String) -> Int64 {
        var status = stat()
        let isFile = fstatat(descriptor, PathBytes.cString(name), &status, 0) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isFile ? Int64(status.st_size) : 0
    }

    /// Removes a symbolic link itself. Returns true if afterwards there is no file of that name.
    func remove(_ name: String) -> Bool {
        unlinkat(descriptor, PathBytes.cString(name), 0) == 0 || errno == ENOENT
    }

    /// Returns nil without calling `body` if the lock is held elsewhere. If the file cannot be opened, `body` is called
    /// without a lock.
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

/// Owns the data folder as long as this object exists, if no other program does already. The folder itself is locked
/// (`flock`), so that the lock ends with the program however that ends.
public final class FolderOwnership: DataOwnership {
    private let descriptor: Int32
    /// Also true where folders cannot be locked.
    public let isOwner: Bool

    /// Takes the folder if it is free. Creates it if it does not exist.
    public init(_ path: String) {
        try? OpenFolder.make(path)
        let folder = open(PathBytes.cString(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        isOwner = folder < 0 || flock(folder, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        descriptor = folder
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }
}
