public import Foundation
import Glibc
import Logging
public import ParlandoCore

/// Stores which sessions are on the dictation page in a JSON file. There is no file while the page is empty.
public actor FilePageBookmark: PageBookmark {
    /// Maximum size of the file in bytes.
    private static let mostBytes = 1_000_000

    private let path: String
    private let saver = FileTextSaver()
    private let log = Logger(label: "parlando.history")
    private let executor = BlockingExecutor(label: "io.github.parlando.page")

    /// Executor that runs the actor on a thread of its own, because disks may be slow.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// - Parameter path: path of the file. Its folder is created when it is first written.
    public init(path: String) {
        self.path = path
    }

    public func ids() -> [UUID] {
        guard let file = FileHandle(forReadingAtPath: path) else {
            return []
        }
        defer { try? file.close() }
        guard let data = try? file.read(upToCount: Self.mostBytes),
            let ids = try? OutsideJSON.decode([UUID].self, from: data)
        else {
            log.warning("which sessions were on the page cannot be read")
            return []
        }
        return ids
    }

    public func set(_ ids: [UUID]) async {
        guard !ids.isEmpty else {
            unlink(PathBytes.cString(path))
            return
        }
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            let json = try JSONEncoder().encode(ids)
            try await saver.save(String(decoding: json, as: UTF8.self) + "\n", to: path)
        } catch {
            log.warning("which sessions are on the page was not stored: \(error)")
        }
    }
}
