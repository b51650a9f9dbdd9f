import Glibc
import ParlandoCore

/// Which file a path means, whatever it is called there: through links, by another spelling, or before it is written.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    /// In the folder of that number; empty: the file itself has it.
    private let name: String

    /// The file that is there; nil: there is none, or it is no plain file and cannot be overwritten.
    public init?(of path: String) {
        guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status, name: "")
    }

    /// The file that is there or will be; nil where nothing can be written, or nothing is lost by writing.
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
