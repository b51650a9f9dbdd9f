import Foundation
import Glibc
public import ParlandoCore

/// Location to which a file is to be written. Errors that can be foreseen are found before any work.
public struct OutputPlace {
    /// With symbolic links resolved.
    let target: String
    /// File in the same folder that replaces the target once it is complete. Nil if the target is not a regular file,
    /// or is an open file such as `/dev/stdout`; it is then written to directly.
    let draft: String?

    private static let draftEnding = ".part"
    private static let draftNameLength = 14

    /// Whether a file has the name of a draft, which a killed program has left.
    static func isDraft(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(draftEnding) && name.utf8.count == draftNameLength
    }

    /// Checks a path without writing. Throws `isFolder`, `folderMissing`, `denied`, or `failed` for a name that is too
    /// long.
    public init(_ path: String) throws(TextSaveError) {
        var status = stat()
        let exists = stat(PathBytes.cString(path), &status) == 0
        guard exists || errno != ENAMETOOLONG else {
            throw TextSaveError(.failed, detail: "the name is too long")
        }
        let kind = exists ? status.st_mode & S_IFMT : S_IFREG
        guard kind != S_IFDIR else {
            throw TextSaveError(.isFolder)
        }
        guard kind == S_IFREG, !exists || !PathBytes.isDescriptor(path) else {
            (target, draft) = (path, nil)
            try Self.expectAccess(to: path, W_OK)
            return
        }
        target = PathBytes.withoutLinks(path)
        let place = PathBytes.parted(target)
        // Independent of the target's name, so that it cannot become too long.
        draft = (place.folder ?? "") + ".\(UUID().uuidString.prefix(8))" + Self.draftEnding
        let folder = place.folder ?? "."
        guard !place.name.isEmpty, stat(PathBytes.cString(folder), &status) == 0, status.st_mode & S_IFMT == S_IFDIR
        else {
            throw TextSaveError(.folderMissing)
        }
        try Self.expectAccess(to: folder, W_OK | X_OK)
        if exists {
            try Self.expectAccess(to: target, W_OK)
        }
    }

    func keepMode(in descriptor: Int32) {
        var status = stat()
        if stat(PathBytes.cString(target), &status) == 0 {
            fchmod(descriptor, status.st_mode & 0o7777)
        }
    }

    private static func expectAccess(to path: String, _ mode: Int32) throws(TextSaveError) {
        guard access(PathBytes.cString(path), mode) == 0 else {
            throw TextSaveError(.denied, detail: String(cString: strerror(errno)))
        }
    }
}

/// File that is written to an `OutputPlace`. New content is written beside the old one, synced to disk and moved into
/// place atomically, so that there is always a complete file, old or new. Not thread-safe; writing blocks.
final class OutputFile {
    private let place: OutputPlace
    private let descriptor: Int32
    private var isFinished = false

    /// - Parameter isPrivate: whether only its owner can read the file, whatever its mode was.
    init(_ path: String, isPrivate: Bool = false) throws(TextSaveError) {
        place = try OutputPlace(path)
        let flags = place.draft == nil ? O_WRONLY | O_APPEND | O_NOCTTY : O_WRONLY | O_CREAT | O_EXCL
        descriptor = open(PathBytes.cString(place.draft ?? place.target), flags | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
        guard descriptor >= 0 else {
            throw TextSaveError(errno: errno, step: "open")
        }
        if place.draft != nil, !isPrivate {
            place.keepMode(in: descriptor)
        }
    }

    deinit {
        // If the draft could not be created, a file of its name belongs to somebody else.
        if !isFinished, descriptor >= 0 {
            close(descriptor)
            place.draft.map { _ = unlink(PathBytes.cString($0)) }
        }
    }

    func write(_ bytes: [UInt8]) throws(TextSaveError) {
        guard bytes.write(to: descriptor) else {
            throw TextSaveError(errno: errno, step: "write")
        }
    }

    func finish() throws(TextSaveError) {
        isFinished = true
        guard let draft = place.draft else {
            close(descriptor)
            return
        }
        let isOnDisk = fsync(descriptor) == 0  // A full disk may be reported only now.
        let reason = errno
        close(descriptor)
        guard isOnDisk, rename(PathBytes.cString(draft), PathBytes.cString(place.target)) == 0 else {
            let code = isOnDisk ? errno : reason
            unlink(PathBytes.cString(draft))
            throw TextSaveError(errno: code, step: isOnDisk ? "rename" : "fsync")
        }
    }
}

extension TextSaveError {
    /// - Parameter step: name of the system call, for the log.
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

extension PathBytes {
    /// Resolves symbolic links at the end of a path, whether or not the target exists.
    public static func withoutLinks(_ path: String) -> String {
        places(on: path).last ?? path
    }

    /// Whether a path leads to an open file of a process, as `/dev/stdout` and `/dev/fd/1` do.
    static func isDescriptor(_ path: String) -> Bool {
        places(on: path).contains { $0.hasPrefix("/dev/fd/") || $0.hasPrefix("/proc/") }
    }

    /// The path, and the targets of the links at its end.
    private static func places(on path: String) -> [String] {
        // The kernel follows at most 40 links.
        Array(
            sequence(first: path) { place in
                link(at: place).map { link in
                    link.utf8.first == UInt8(ascii: "/") ? link : (parted(place).folder ?? "") + link
                }
            }
            .prefix(41))
    }

    /// Splits a path into its folder with the trailing slash, or nil for the current folder, and the name.
    static func parted(_ path: String) -> (folder: String?, name: String) {
        // By Unicode scalar, because a combining mark may form one character with a slash.
        let scalars = path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else {
            return (nil, path)
        }
        return (String(scalars[...slash]), String(scalars[scalars.index(after: slash)...]))
    }

    private static func link(at path: String) -> String? {
        var room = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(cString(path), &room, room.count)
        return count > 0 ? text(room[..<count].map { UInt8(bitPattern: $0) }) : nil
    }
}

/// Identity of the file that a path refers to, however the path is spelled, also for a file that does not exist yet.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// Name of a file that does not exist yet; `inode` is then that of its folder. Otherwise empty.
    private let name: String

    /// Returns nil if there is no file, or not a regular one, which cannot be overwritten.
    public init?(of path: String) {
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status, name: "")
    }

    /// Identifies a file that is to be written. Returns nil if its folder does not exist, or if the path refers to
    /// something other than a regular file, such as a device.
    public init?(written path: String) {
        if let status = Self.status(path) {
            guard status.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            self.init(status, name: "")
            return
        }
        let place = PathBytes.parted(PathBytes.withoutLinks(path))
        guard let folder = Self.status(place.folder ?? ".") else {
            return nil
        }
        self.init(folder, name: place.name)
    }

    private init(_ status: stat, name: String) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        self.name = name
    }

    private static func status(_ path: String) -> stat? {
        var status = stat()
        return stat(PathBytes.cString(path), &status) == 0 ? status : nil
    }
}

extension [UInt8] {
    /// Writes all bytes at the current position. Returns false if that failed; `errno` then tells why.
    func write(to descriptor: Int32) -> Bool {
        var done = 0
        while done < count {
            let written = self[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno != EINTR {
                return false
            }
            done += Swift.max(0, written)
        }
        return true
    }
}
