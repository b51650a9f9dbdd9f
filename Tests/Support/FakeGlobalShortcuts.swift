public import ParlandoCore
import Synchronization

/// Fake of the desktop's global shortcuts. A test reports events with `tell`.
public final class FakeGlobalShortcuts: GlobalShortcuts {
    private struct State {
        var isOffered = true
        var answer: Result<[GlobalShortcut: String], GlobalShortcutError> = .success([:])
        var binds = 0
        var configurations = 0
    }

    private let state = Mutex(State())
    private let door: AsyncStream<GlobalShortcutEvent>.Continuation
    public let events: AsyncStream<GlobalShortcutEvent>

    public init() {
        (events, door) = AsyncStream.makeStream(of: GlobalShortcutEvent.self)
    }

    /// Number of calls to `bind`.
    public var binds: Int { state.withLock { $0.binds } }
    /// Number of calls to `configure`.
    public var configurations: Int { state.withLock { $0.configurations } }

    /// Sets whether the desktop offers shortcuts, and the result of the following calls to `bind` and `configure`.
    public func set(isOffered: Bool = true, _ answer: Result<[GlobalShortcut: String], GlobalShortcutError>) {
        state.withLock { state in
            state.isOffered = isOffered
            state.answer = answer
        }
    }

    /// Reports an event.
    public func tell(_ event: GlobalShortcutEvent) {
        door.yield(event)
    }

    public func isOffered() async -> Bool {
        state.withLock { $0.isOffered }
    }

    public func bind(
        _ titles: [GlobalShortcut: String]
    ) async throws(GlobalShortcutError) -> [GlobalShortcut: String] {
        let answer = state.withLock { state in
            state.binds += 1
            return state.answer
        }
        return try answer.get()
    }

    public func configure(_ titles: [GlobalShortcut: String]) async throws(GlobalShortcutError) {
        let answer = state.withLock { state in
            state.configurations += 1
            return state.answer
        }
        _ = try answer.get()
    }
}
