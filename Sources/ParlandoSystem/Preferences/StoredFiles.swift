import Foundation
public import ParlandoCore

/// The files in Parlando's folder that it has written by itself. Has a thread of its own: a disk may be slow.
///
/// Only files of known names are touched: where Parlando is installed for one user alone, what came with it lies in the
/// same folder.
public actor StoredFiles: KeptFiles {
    private let executor = BlockingExecutor(label: "parlando.files")
    private let folders: Folders

    /// The thread that may wait for the disk.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Touches nothing yet.
    public init(_ folders: Folders) {
        self.folders = folders
    }

    public func removeAll() throws(KeptFileError) {
        let sounds = UnsentSounds(folder: folders.unsentSounds)
        var left = sounds.removeAll()
        left += Self.names(in: folders.models).filter(isLeftOver).map { "\(folders.models)/\($0)" }.filter {
            !Self.remove($0)
        }
        // What was emptied need not be there; what holds anything else stays.
        for folder in [folders.unsentSounds, folders.models, folders.data] {
            rmdir(PathBytes.cString(folder))
        }
        guard left.isEmpty else {
            throw KeptFileError(left)
        }
    }

    /// Whether a file is not a whole model, or what was written down of one that is gone.
    private nonisolated func isLeftOver(_ name: String) -> Bool {
        guard let dot = name.range(of: ".bin.") else {
            return false
        }
        let model = name[..<dot.lowerBound] + ".bin"
        return name[dot.upperBound...] != "checked"
            || !FileManager.default.fileExists(atPath: "\(folders.models)/\(model)")
    }

    /// Removes a file, unless another program, or another part of this one, is writing it. Answers whether it is gone
    /// or being written.
    private static func remove(_ path: String) -> Bool {
        // The validator of a download goes with the download.
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
