public import ParlandoCore
import Synchronization

/// Fake typing that presses no keys, and is available or fails as a test says. Thread-safe.
public final class FakeTyping: DesktopTyping {
    private struct State {
        var isOffered: Bool
        var error: DesktopTypingError?
        var pastes = 0
    }

    private let state: Mutex<State>

    public init(isOffered: Bool = false, error: DesktopTypingError? = nil) {
        state = Mutex(State(isOffered: isOffered, error: error))
    }

    /// Number of times that paste was pressed.
    public var pastes: Int {
        state.withLock { $0.pastes }
    }

    public func isOffered() async -> Bool {
        state.withLock { $0.isOffered }
    }

    public func pressPaste() async throws(DesktopTypingError) {
        if let error = state.withLock({ $0.error }) {
            throw error
        }
        state.withLock { $0.pastes += 1 }
    }
}
