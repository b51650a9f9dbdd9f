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
