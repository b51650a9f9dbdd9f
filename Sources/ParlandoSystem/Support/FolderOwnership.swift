import Foundation
import Glibc
public import ParlandoCore

/// Owns the data folder as long as this object exists, if no other program owns it already. The folder itself is locked
/// (`flock`), so that no file has to be there, and the lock ends with the program however that ends.
public final class FolderOwnership: DataOwnership {
    private let descriptor: Int32
    /// Whether this program owns the folder. It does where folders cannot be locked.
    public let isOwner: Bool

    /// Takes the folder if it is free. Creates it if it does not exist.
    public init(_ path: String) {
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
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
