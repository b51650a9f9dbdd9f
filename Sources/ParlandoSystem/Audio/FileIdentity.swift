import Glibc
import ParlandoCore

/// Identity of the file that a path refers to. Different spellings of a path and paths through links give the same
/// identity, also for a file that does not exist yet.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// Name of a file that does not exist yet; `inode` is then that of its folder. Empty if `inode` is the file's own.
    private let name: String

    /// Identifies an existing file. Returns nil if there is none, or if it is not a regular file and so cannot be
    /// overwritten.
    public init?(of path: String) {
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status, name: "")
    }

    /// Identifies a file that is to be written and need not exist yet. Returns nil if its folder does not exist, or if
    /// the path refers to something other than a regular file, such as a device.
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
