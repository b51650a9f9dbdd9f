public import ParlandoCore
import Synchronization

/// Fake network status controlled by a test.
public final class FakeNetworkStatus: NetworkStatus {
    private struct State {
        var isAvailable = true
        var returnsUnseen = false
        var listeners: [AsyncStream<Void>.Continuation] = []
    }

    private let metered: Bool
    private let state = Mutex(State())

    public init(isMetered: Bool = false) {
        metered = isMetered
    }

    /// Makes the network available or unavailable, and notifies listeners.
    public func become(available: Bool) {
        let listeners = state.withLock { state in
            state.isAvailable = available
            return state.listeners
        }
        listeners.forEach { $0.yield() }
    }

    /// Makes the network available just before the next listener is added, so that no listener is notified. Has no
    /// effect on later listeners.
    public func returnUnseen() {
        state.withLock { $0.returnsUnseen = true }
    }

    public func isMetered() async -> Bool {
        metered
    }

    public func isAvailable() async -> Bool {
        state.withLock { $0.isAvailable }
    }

    public func changes() async -> AsyncStream<Void> {
        let (changes, listener) = AsyncStream.makeStream(of: Void.self)
        state.withLock { state in
            state.isAvailable = state.isAvailable || state.returnsUnseen
            state.returnsUnseen = false
            state.listeners.append(listener)
        }
        return changes
    }
}
