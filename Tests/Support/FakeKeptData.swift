public import ParlandoCore
import Synchronization

/// Fake meter of stored data, whose measurements a test sets.
public final class FakeKeptDataMeter: KeptDataMeter {
    private let state = Mutex((places: [KeptKind: KeptPlace](), measurements: 0))

    public init() {}

    /// Number of measurements.
    public var measurements: Int { state.withLock { $0.measurements } }

    /// Sets the path and the size that the following measurements return for a kind of data.
    public func set(_ kind: KeptKind, _ path: String, bytes: Int64) {
        state.withLock { $0.places[kind] = KeptPlace(path, bytes: bytes) }
    }

    public func measure() async -> [KeptKind: KeptPlace] {
        state.withLock { state in
            state.measurements += 1
            return state.places
        }
    }
}

/// Fake that counts removals of stored files, and can be made to fail.
public final class FakeKeptFiles: KeptFiles {
    private let state = Mutex((removals: 0, failure: KeptFileError?.none))

    public init() {}

    /// Number of calls to `removeAll`.
    public var removals: Int { state.withLock { $0.removals } }

    /// Sets the error of the following calls, or nil for success.
    public func fail(with error: KeptFileError?) {
        state.withLock { $0.failure = error }
    }

    public func removeAll() async throws(KeptFileError) {
        let failure = state.withLock { state in
            state.removals += 1
            return state.failure
        }
        if let failure {
            throw failure
        }
    }
}
