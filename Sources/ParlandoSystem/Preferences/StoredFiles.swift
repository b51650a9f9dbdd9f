import Foundation
public import ParlandoCore

/// Files in Parlando's folder that the program has created by itself. Has its own thread, because a disk may be slow.
///
/// Only files with known names are removed: if Parlando is installed for a single user, installed files are in the same
/// folder.
public actor StoredFiles: KeptFiles {
    private let executor = BlockingExecutor(label: "parlando.files")
    private let folders: Folders

    /// Thread that may wait for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Does not access any files yet.
    public init(_ folders: Folders) {
        self.folders = folders
    }

    public func removeAll() throws(KeptFileError) {
        let sounds = UnsentSounds(folder: folders.unsentSounds)
        var left = sounds.removeAll()
        left += Self.names(in: folders.models).filter(isLeftOver).map { "\(folders.models)/\($0)" }.filter {
            !Self.remove($0)
        }
        // Remove the folders that are empty now; ones with other content stay.
        for folder in [folders.unsentSounds, folders.models, folders.data] {
            rmdir(PathBytes.cString(folder))
        }
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }

    /// Returns whether a file is an incomplete or invalid model, or the checksum record of a model that no longer
    /// exists.
    private nonisolated func isLeftOver(_ name: String) -> Bool {
        guard let dot = name.range(of: ".bin.") else {
            return false
        }
        let model = name[..<dot.lowerBound] + ".bin"
        return name[dot.upperBound...] != "checked"
            || !FileManager.default.fileExists(atPath: "\(folders.models)/\(model)")
    }

    /// Removes a file unless it is being written by another program or part of the program. Returns whether it is gone
    /// or being written.
    private static func remove(_ path: String) -> Bool {
        // The lock on a download also covers its validator.
        let part = path.hasSuffix(".validator") ? String(path.dropLast(".validator".count)) : path
        let descriptor = open(PathBytes.cString(part), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        defer {
            if descriptor >= 0 {
                close(descriptor)
            }
        }
        guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            return true
        }
        return unlink(PathBytes.cString(path)) == 0 || errno == ENOENT
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
