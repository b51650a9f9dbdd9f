import Foundation

/// Empty temporary folder, deleted with its content on release.
public final class TemporaryFolder: Sendable {
    /// Path of the folder.
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

    /// Names of the folder's content, sorted.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Writes a file, replacing an existing one.
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
