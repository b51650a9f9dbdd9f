public import Foundation
import Glibc
import Logging
public import ParlandoCore

/// Stores which sessions are on the dictation page in a JSON file. There is no file while the page is empty.
public actor FilePageBookmark: PageBookmark {
    private static let mostBytes = 1_000_000

    private let path: String
    private let log = Logger(label: "parlando.history")
    private let executor = BlockingExecutor(label: "io.github.parlando.page")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init(path: String) {
        self.path = path
    }

    public func ids() -> [UUID] {
        do {
            let data = try SmallFile.bytes(of: path, most: Self.mostBytes)
            return try data.map { try OutsideJSON.decode([UUID].self, from: $0) } ?? []
        } catch {
            log.warning("which sessions were on the page cannot be read")
            return []
        }
    }

    public func set(_ ids: [UUID]) {
        guard !ids.isEmpty else {
            unlink(PathBytes.cString(path))
            return
        }
        do {
            try FileTextSaver.write(json: ids, to: path)
        } catch {
            log.warning("which sessions are on the page was not stored: \(error)")
        }
    }
}
