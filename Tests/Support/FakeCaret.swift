public import ParlandoCore
public import ParlandoServices
import Synchronization

/// Fake of the service that writes a dictation at the caret of other applications. A test reports events with `tell`.
public final class FakeCaret: CaretDelivering {
    private struct State {
        var obstacle: CaretObstacle?
        var trial = CaretTrial.written
        var begun: [Bool] = []
        var session = 0
        var choices = 0
        var tried: [String] = []
    }

    @MainActor public weak var delegate: (any CaretDelegate)?
    private let state: Mutex<State>

    /// - Parameter obstacle: reason why text cannot be written, or nil if it can.
    public init(_ obstacle: CaretObstacle? = .notInstalled, trial: CaretTrial = .written) {
        state = Mutex(State(obstacle: obstacle, trial: trial))
    }

    /// Value of `breaksLines` for each session that was begun, in order.
    public var begun: [Bool] { state.withLock { $0.begun } }
    /// Number of calls to `chooseAnother`.
    public var choices: Int { state.withLock { $0.choices } }
    /// Texts passed to `tryOut`, in order.
    public var tried: [String] { state.withLock { $0.tried } }

    /// Number of the latest session that was begun.
    public var session: Int { state.withLock { $0.session } }

    /// Reports an event to the delegate.
    ///
    /// - Parameter session: number of the session, or nil for the latest one.
    @MainActor public func tell(_ news: CaretNews, of session: Int? = nil) {
        delegate?.caret(self, didReport: news, of: session ?? self.session)
    }

    public func begin(_ session: Int, breaksLines: Bool) {
        let obstacle = state.withLock { state in
            state.begun.append(breaksLines)
            state.session = session
            return state.obstacle
        }
        if let obstacle {
            MainActor.assumeIsolated { tell(.state(.failed(obstacle))) }
        }
    }

    public func chooseAnother() {
        state.withLock { $0.choices += 1 }
    }

    public func setOwnWindow(isActive: Bool) {}

    public func obstacle() async -> CaretObstacle? {
        state.withLock { $0.obstacle }
    }

    public func tryOut(_ text: String) async -> CaretTrial {
        state.withLock { state in
            state.tried.append(text)
            return state.trial
        }
    }
}
