import Foundation

/// Empty temporary folder, deleted with its content on release.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "parlando-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Returns the path of a file in the folder, whether or not it exists.
    public func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    public var names: [String] { names(in: "") }

    /// Sorted; empty if there is no such folder.
    public func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: file(folder))) ?? []).sorted()
    }

    public func holds(_ needle: [UInt8], in folder: String) -> Bool {
        names(in: folder).contains { name in
            FileManager.default.contents(atPath: file("\(folder)/\(name)"))?.range(of: Data(needle)) != nil
        }
    }

    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }

    /// Creates an empty file and its parent folders.
    public func make(_ name: String) throws {
        let url = URL(filePath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: url)
    }

    /// Returns the bytes of a file, or nil if it does not exist.
    public func bytes(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
    }
}

/// Very small tmpfs disk, unmounted on release.
public final class TinyDisk {
    /// Whether this user may mount disks here: as root, which includes root in a user namespace.
    public static let canBeMade = (try? TinyDisk(bytes: 4096)) != nil

    public var path: String { folder.path }

    private let folder: TemporaryFolder

    /// - Parameter bytes: capacity, rounded up to whole pages.
    public init(bytes: Int) throws {
        folder = try TemporaryFolder()
        try SystemProgram.run("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", folder.path)
    }

    deinit {
        _ = try? SystemProgram.run("umount", folder.path)
    }

    /// Enlarges the disk. Existing mount options are kept; repeating them would be refused in a user namespace.
    public func grow(to bytes: Int) throws {
        try SystemProgram.run("mount", "--options-mode", "ignore", "-o", "remount,size=\(bytes)", folder.path)
    }
}
