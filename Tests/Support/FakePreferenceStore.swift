public import ParlandoCore
import Synchronization

/// Preference store in memory that counts changes. Thread-safe.
public final class FakePreferenceStore: PreferenceStore {
    private struct State {
        var preferences: Preferences
        var listeners: [AsyncStream<Preferences>.Continuation] = []
        var saves = 0
    }

    private let state: Mutex<State>

    public init(_ preferences: Preferences = Preferences()) {
        state = Mutex(State(preferences: preferences))
    }

    deinit {
        state.withLock { $0.listeners }.forEach { $0.finish() }
    }

    /// Number of changes to the preferences.
    public var saves: Int {
        state.withLock { $0.saves }
    }

    public func load() -> Preferences {
        state.withLock { $0.preferences }
    }

    @discardableResult public func change(_ change: (inout Preferences) -> Void) -> Preferences {
        state.withLock { state in
            let before = state.preferences
            change(&state.preferences)
            if state.preferences != before {
                state.saves += 1
                state.listeners.forEach { $0.yield(state.preferences) }
            }
            return state.preferences
        }
    }

    public func changes() -> AsyncStream<Preferences> {
        let (stream, listener) = AsyncStream.makeStream(of: Preferences.self)
        state.withLock { $0.listeners.append(listener) }
        return stream
    }
}

extension PreferenceStore {
    /// Replaces all preferences.
    public func save(_ preferences: Preferences) {
        change { $0 = preferences }
    }
}
