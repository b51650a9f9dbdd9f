import Foundation

/// Very small tmpfs disk, unmounted on release.
public final class TinyDisk {
    /// Whether this user may mount disks here: as root, which includes root in a user namespace.
    public static let canBeMade = (try? TinyDisk(bytes: 4096)) != nil

    /// Mount point.
    public var path: String { folder.path }

    private let folder: TemporaryFolder

    /// - Parameter bytes: capacity, rounded up to whole pages.
    public init(bytes: Int) throws {
        folder = try TemporaryFolder()
        try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", folder.path])
    }

    deinit {
        try? Self.run("umount", [folder.path])
    }

    /// Enlarges the disk. Existing mount options are kept; repeating them would be refused in a user namespace.
    public func grow(to bytes: Int) throws {
        try Self.run("mount", ["--options-mode", "ignore", "-o", "remount,size=\(bytes)", folder.path])
    }

    private static func run(_ command: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [command] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CocoaError(.fileWriteNoPermission)
        }
    }
}
