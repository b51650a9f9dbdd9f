public import ParlandoCore
import Synchronization

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
