public import Foundation
import Glibc
import Logging
public import ParlandoCore

/// Stores which sessions are on the dictation page in a JSON file. There is no file while the page is empty.
public actor FilePageBookmark: PageBookmark {
    private let file: JSONFile<[UUID]>
    private let log = Logger(label: "parlando.history")
    private let executor = BlockingExecutor(label: "io.github.parlando.page")

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    public init(path: String) {
        file = JSONFile(path: path, mostBytes: 1_000_000)
    }

    public func ids() -> [UUID] {
        do {
            return try file.read() ?? []
        } catch {
            log.warning("which sessions were on the page cannot be read")
            return []
        }
    }

    public func set(_ ids: [UUID]) {
        guard !ids.isEmpty else {
            unlink(PathBytes.cString(file.path))
            return
        }
        do {
            try file.write(ids)
        } catch {
            log.warning("which sessions are on the page was not stored: \(error)")
        }
    }
}
