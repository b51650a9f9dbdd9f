public import Foundation
public import ParlandoCore
import Synchronization

/// Fake store of the history's recordings, in memory.
public final class FakeHistorySounds: HistorySounds {
    private let state = Mutex((samples: [UUID: Int](), finished: Set<UUID>(), failure: TextSaveError?.none))

    public init() {}

    /// Number of samples of each recording.
    public var samples: [UUID: Int] { state.withLock { $0.samples } }
    /// Recordings that were completed.
    public var finished: Set<UUID> { state.withLock { $0.finished } }

    /// Sets the error that later calls of `append` throw, or nil for success.
    public func fail(with error: TextSaveError?) {
        state.withLock { $0.failure = error }
    }

    public func append(_ samples: [Float], to id: UUID) async throws(TextSaveError) {
        let failure = state.withLock { state in
            state.samples[id, default: 0] += state.failure == nil ? samples.count : 0
            return state.failure
        }
        if let failure {
            throw failure
        }
    }

    public func finish(_ id: UUID) async {
        state.withLock { _ = $0.finished.insert(id) }
    }

    public func path(of id: UUID) async -> String? {
        state.withLock { $0.samples[id] != nil } ? "/recordings/\(id).flac" : nil
    }

    public func isThere(_ path: String) async -> Bool {
        path.hasPrefix("/there/")
    }

    @discardableResult public func keepOnly(_ ids: Set<UUID>) async -> [String] {
        state.withLock { $0.samples = $0.samples.filter { ids.contains($0.key) } }
        return []
    }

    public func remove(_ id: UUID) async {
        state.withLock { $0.samples[id] = nil }
    }
}
