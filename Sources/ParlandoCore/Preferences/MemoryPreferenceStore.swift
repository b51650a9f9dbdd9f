import Synchronization

/// A preference store in memory. Its content is lost when the program ends. Thread-safe.
public final class MemoryPreferenceStore: PreferenceStore {
    private struct State {
        var preferences: Preferences
        var listeners: [Int: AsyncStream<Preferences>.Continuation] = [:]
        var nextListener = 0
    }

    private let state: Mutex<State>

    public init(_ preferences: Preferences = Preferences()) {
        state = Mutex(State(preferences: preferences.sanitized()))
    }

    public func load() -> Preferences {
        state.withLock { $0.preferences }
    }

    @discardableResult public func change(_ change: (inout Preferences) -> Void) -> Preferences {
        state.withLock { state in
            var preferences = state.preferences
            change(&preferences)
            preferences = preferences.sanitized()
            guard preferences != state.preferences else {
                return preferences
            }
            state.preferences = preferences
            // Notifies while holding the lock, so that notifications keep the order of the changes.
            state.listeners.values.forEach { $0.yield(preferences) }
            return preferences
        }
    }

    public func changes() -> AsyncStream<Preferences> {
        let (stream, news) = AsyncStream.makeStream(of: Preferences.self, bufferingPolicy: .bufferingNewest(1))
        let key = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = news
            return state.nextListener
        }
        news.onTermination = { [weak self] _ in
            self?.state.withLock { $0.listeners[key] = nil }
        }
        return stream
    }
}
