import Foundation

/// An empty folder of a test's own; deleted with everything in it when nobody holds it.
public final class TemporaryFolder: Sendable {
    /// Where it is.
    public let path: String

    public init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "parlando-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it, which need not be there.
    public func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// What lies in it, sorted.
    public var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// Makes a file with these bytes, over one that is there.
    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }

    /// Makes an empty file, and the folders it lies in.
    public func make(_ name: String) throws {
        let url = URL(filePath: file(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: url)
    }

    /// The bytes of a file, nil: it is not there.
    public func bytes(of name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) }
    }
}
