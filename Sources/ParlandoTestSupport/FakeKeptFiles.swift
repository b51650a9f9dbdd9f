public import ParlandoCore
import Synchronization

/// Counts how often files are to be removed, and can be made to fail.
public final class FakeKeptFiles: KeptFiles {
    private let state = Mutex((removals: 0, failure: KeptFileError?.none))

    public init() {}

    /// How often everything was removed.
    public var removals: Int { state.withLock { $0.removals } }

    /// What the next calls come to, nil: all is well.
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
