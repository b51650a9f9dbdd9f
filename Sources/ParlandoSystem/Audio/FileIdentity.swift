import Glibc
import ParlandoCore

/// Identity of the file that a path refers to, however the path is written: through links, in another spelling, or
/// before the file exists.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// Name in the folder with that inode, or empty if the inode is the file's own.
    private let name: String

    /// Identifies an existing file. Returns nil if there is none, or if it is not a regular file and so cannot be
    /// overwritten.
    public init?(of path: String) {
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status, name: "")
    }

    /// Identifies an existing file or one that will be created. Returns nil if nothing can be written there, or if it
    /// is not a regular file, so that writing destroys nothing.
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
