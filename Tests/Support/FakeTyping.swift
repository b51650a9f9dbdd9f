public import ParlandoCore
import Synchronization

/// Fake for typing into other applications. It presses no keys, and a test decides whether it is available and whether
/// it fails. Thread-safe.
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

    /// Number of times that the Paste shortcut was pressed.
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
