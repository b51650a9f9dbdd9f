import Foundation
import Glibc
public import ParlandoCore

/// A place where a file is to be written. What keeps it from being written is found before any work, as far as it can be
/// told; a disk may still be full later.
public struct OutputPlace {
    /// What is written in the end: where symbolic links lead.
    let target: String
    /// The new content grows here, in the same folder, and takes the target's place when it is whole. Nil: the target is
    /// no plain file, or one that is open already, such as `/dev/stdout`, and is written to directly, at its end.
    let draft: String?

    /// Writes nothing. Throws `isFolder`, `folderMissing`, `denied`, or `failed` for a name that is too long.
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
        // By itself it has no name that could become too long.
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

    private static func expectAccess(to path: String, _ mode: Int32) throws(TextSaveError) {
        guard access(PathBytes.cString(path), mode) == 0 else {
            throw TextSaveError(.denied, detail: String(cString: strerror(errno)))
        }
    }
}
