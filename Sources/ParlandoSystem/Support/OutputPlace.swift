import Foundation
import Glibc
public import ParlandoCore

/// Location to which a file is to be written. Errors that can be foreseen are found before any work; a disk may still
/// become full later.
public struct OutputPlace {
    /// Path of the file to be written, with symbolic links resolved.
    let target: String
    /// Temporary file in the same folder that replaces the target once it is complete. Nil if the target is not a
    /// regular file, or is an open file such as `/dev/stdout`; content is then appended to it directly.
    let draft: String?

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
        draft = (place.folder ?? "") + ".\(UUID().uuidString.prefix(8)).part"
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

    /// Gives a new file the permissions of the file that it will replace, if there is one.
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
