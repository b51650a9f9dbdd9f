public import ParlandoCore
import Synchronization

/// Keeps what was saved in memory, or fails as it is told to. May be used from any thread.
public final class FakeTextSaver: TextSaver {
    public struct Save: Sendable, Equatable {
        public let text: String
        public let path: String
    }

    private let error: TextSaveError?
    private let log = Mutex<[Save]>([])

    public init(error: TextSaveError? = nil) {
        self.error = error
    }

    public var saves: [Save] {
        log.withLock { $0 }
    }

    public func save(_ text: String, to path: String) async throws(TextSaveError) {
        if let error {
            throw error
        }
        log.withLock { $0.append(Save(text: text, path: path)) }
    }
}
